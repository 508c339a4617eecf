-- rankhouse: DuckDB's table macros, each of which asks the function rankhouse_sql for the text that it runs.
-- rankhouse.register(con) and `load rankhouse` make both. Made by tools/document.py.

create or replace macro metrics(run, judgments := null, measures := null, "by" := [], judgments_by := [],
    query_id := 'query_id', item_id := 'item_id', score := 'score', relevance := 'relevance', rank := null,
    intent_weight := null, importance := null, weight := null, columns := map {}, ties := null, queries := null,
    unjudged := null, pool := null, checked := false, relevant_from := null, convention := null, exclude := null,
    candidates := null, intents := null, provenance := false, grouping_sets := null, min_queries := 0, cluster := null,
    show_sql := false) as table
from query(list_transform([rankhouse_sql('metrics', to_json({'version': '1.0.0', 'run': run, 'judgments': judgments,
    'measures': measures, 'by': "by", 'judgments_by': judgments_by, 'query_id': query_id, 'item_id': item_id,
    'score': score, 'relevance': relevance, 'rank': rank, 'intent_weight': intent_weight, 'importance': importance,
    'weight': weight, 'columns': columns, 'ties': ties, 'queries': queries, 'unjudged': unjudged, 'pool': pool,
    'checked': checked, 'relevant_from': relevant_from, 'convention': convention, 'exclude': exclude,
    'candidates': candidates, 'intents': intents, 'provenance': provenance, 'grouping_sets': grouping_sets,
    'min_queries': min_queries, 'cluster': cluster, 'show_sql': show_sql})::varchar)], lambda answer: case when
    starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table metrics is 'Means over queries. One row per measure.
run: Scored items, one row per query and item: query_id, item_id, score (higher is better; any number but NaN) and the
    columns named in by. Equal scores are ordered as ties says.
judgments := null: Judged items, one row per query and item: query_id, item_id, relevance (above 0 is relevant) and the
    columns named in judgments_by. null: the run itself has a relevance column.
measures := null: Measure strings, name[(option=value, ...)][@k], such as ndcg@10, ndcg(gain=linear)@10 or map. null:
    ndcg@10, average_precision, reciprocal_rank, precision@10 and recall@10.
"by" := []: Columns of the run; each combination of their values, including NULL, is evaluated separately.
judgments_by := []: Columns of the judgments to group by: properties of the query. The tables are joined on names in
    both lists.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
rank := null: Your name of the column rank, where there is one.
intent_weight := null: Your name of the column intent_weight, where there is one.
importance := null: Your name of the column importance, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
ties := null: The order of equal scores: item (by item id, descending; the default), average (the expectation over all
    their orders), best or worst.
queries := null: Which queries count: judged (the default: queries with a relevant item; a query missing from the run
    scores 0), intersection (judged and in the run), run (in the run) or all (judged; queries without a relevant item
    score 0).
unjudged := null: How to treat items without a judgment: they are irrelevant (the default), or drop first takes them out
    of the lists.
pool := null: Which items'' judgments count: judged (the default: all relevant items, returned or not), or retrieved
    (only returned items).
checked := false: false (the default) leaves out rows with a NULL id or a NULL or NaN value, and stops with an error at
    duplicates. true skips these checks, for inputs that are known to be clean.
relevant_from := null: The lowest relevance that counts as relevant; null: any above 0. Gains stay the same.
convention := null: The name of a library whose defaults for options and policies apply, such as trec_eval or sklearn,
    so that ndcg@10 is the library''s number; or a dictionary of such settings. Policies that are given take precedence.
    null: rankhouse''s own rules.
exclude := null: Pairs of query_id and item_id, such as what users had in training. They are removed from the run before
    ranks are computed, and from the judgments. Duplicates and NULLs are harmless. A last column, candidates, says what
    lists are made of.
candidates := null: The only pairs of query_id and item_id that take part, in the run and in the judgments, such as
    sampled negatives or logged lists. A last column, candidates, says so.
intents := null: The column of the judgments that holds the intent (aspect, subtopic) for which an item is judged, with
    one row per item and intent. Measures over intents, such as alpha_ndcg@10, need it; for other measures an item has
    the relevance for the intent that it serves best. Intents have equal weights, unless columns names a column
    intent_weight of the judgments. If columns names a column importance, it says which nuggets are vital and which
    okay.
provenance := false: true adds last columns that say how a number was computed: evaluated_at (UTC), rankhouse_version
    and settings_id, the same for the same measure, options, convention and policies. metric_settings spells it out.
grouping_sets := null: Lists of grouping columns, such as [["system", "segment"], ["system"], []]. There is one row for
    each group of each set, in which columns outside the set are NULL; a column grouping_set after them names the set''s
    columns ("system, segment").
min_queries := 0: The lowest number of queries in a mean; rows with fewer are left out.
cluster := null: A column of the judgments, such as the user, whose queries may depend on each other: std_error and the
    interval are then computed over clusters. A query without a value, or without judgments, is its own cluster. null:
    queries count separately.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
measure: the measure, as a canonical string
metric: the measure without its cutoff
k: the cutoff; NULL without a cutoff
value: the mean over the queries that have a value, never NaN; NULL if no query has one
n_queries: queries with a value
n_clusters (with cluster): clusters of these queries
n_effective (with weight): how many queries of equal weight tell as much
n_missing: judged queries that are missing from the run
value_sum: the sum of the queries'' values, for the value of several groups together; NULL if values do not add up
std_error: the standard error of the value; NULL for fewer than two queries or clusters
ci_low: the lower end of a 95 % interval (normal approximation), within the range of the measure; NULL for fewer than
    two queries or clusters
ci_high: its upper end; NULL for fewer than two queries or clusters
grouping_set (with grouping_sets): the names of the grouping columns of the row''s set
candidates (with exclude or candidates): what lists are made of: all but excluded, judged items (unjudged=drop) or given
    candidates [rankhouse]';
create or replace macro query_metrics(run, judgments := null, measures := null, "by" := [], judgments_by := [],
    query_id := 'query_id', item_id := 'item_id', score := 'score', relevance := 'relevance', rank := null,
    intent_weight := null, importance := null, weight := null, columns := map {}, ties := null, queries := null,
    unjudged := null, pool := null, checked := false, relevant_from := null, convention := null, exclude := null,
    candidates := null, intents := null, provenance := false, show_sql := false) as table
from query(list_transform([rankhouse_sql('query_metrics', to_json({'version': '1.0.0', 'run': run,
    'judgments': judgments, 'measures': measures, 'by': "by", 'judgments_by': judgments_by, 'query_id': query_id,
    'item_id': item_id, 'score': score, 'relevance': relevance, 'rank': rank, 'intent_weight': intent_weight,
    'importance': importance, 'weight': weight, 'columns': columns, 'ties': ties, 'queries': queries,
    'unjudged': unjudged, 'pool': pool, 'checked': checked, 'relevant_from': relevant_from, 'convention': convention,
    'exclude': exclude, 'candidates': candidates, 'intents': intents, 'provenance': provenance,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table query_metrics is 'Values by query. One row per query and measure. With weights of queries, weight comes after value.
run: Scored items, one row per query and item: query_id, item_id, score (higher is better; any number but NaN) and the
    columns named in by. Equal scores are ordered as ties says.
judgments := null: Judged items, one row per query and item: query_id, item_id, relevance (above 0 is relevant) and the
    columns named in judgments_by. null: the run itself has a relevance column.
measures := null: Measure strings, name[(option=value, ...)][@k], such as ndcg@10, ndcg(gain=linear)@10 or map. null:
    ndcg@10, average_precision, reciprocal_rank, precision@10 and recall@10.
"by" := []: Columns of the run; each combination of their values, including NULL, is evaluated separately.
judgments_by := []: Columns of the judgments to group by: properties of the query. The tables are joined on names in
    both lists.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
rank := null: Your name of the column rank, where there is one.
intent_weight := null: Your name of the column intent_weight, where there is one.
importance := null: Your name of the column importance, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
ties := null: The order of equal scores: item (by item id, descending; the default), average (the expectation over all
    their orders), best or worst.
queries := null: Which queries count: judged (the default: queries with a relevant item; a query missing from the run
    scores 0), intersection (judged and in the run), run (in the run) or all (judged; queries without a relevant item
    score 0).
unjudged := null: How to treat items without a judgment: they are irrelevant (the default), or drop first takes them out
    of the lists.
pool := null: Which items'' judgments count: judged (the default: all relevant items, returned or not), or retrieved
    (only returned items).
checked := false: false (the default) leaves out rows with a NULL id or a NULL or NaN value, and stops with an error at
    duplicates. true skips these checks, for inputs that are known to be clean.
relevant_from := null: The lowest relevance that counts as relevant; null: any above 0. Gains stay the same.
convention := null: The name of a library whose defaults for options and policies apply, such as trec_eval or sklearn,
    so that ndcg@10 is the library''s number; or a dictionary of such settings. Policies that are given take precedence.
    null: rankhouse''s own rules.
exclude := null: Pairs of query_id and item_id, such as what users had in training. They are removed from the run before
    ranks are computed, and from the judgments. Duplicates and NULLs are harmless. A last column, candidates, says what
    lists are made of.
candidates := null: The only pairs of query_id and item_id that take part, in the run and in the judgments, such as
    sampled negatives or logged lists. A last column, candidates, says so.
intents := null: The column of the judgments that holds the intent (aspect, subtopic) for which an item is judged, with
    one row per item and intent. Measures over intents, such as alpha_ndcg@10, need it; for other measures an item has
    the relevance for the intent that it serves best. Intents have equal weights, unless columns names a column
    intent_weight of the judgments. If columns names a column importance, it says which nuggets are vital and which
    okay.
provenance := false: true adds last columns that say how a number was computed: evaluated_at (UTC), rankhouse_version
    and settings_id, the same for the same measure, options, convention and policies. metric_settings spells it out.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
query_id: the query
measure: the measure, as a canonical string
metric: the measure without its cutoff
k: the cutoff; NULL without a cutoff
value: the value of the query, never NaN; NULL if the measure is undefined for it
candidates (with exclude or candidates): what lists are made of: all but excluded, judged items (unjudged=drop) or given
    candidates [rankhouse]';
create or replace macro metric_settings(measures := null, ties := null, queries := null, unjudged := null, pool := null,
    relevant_from := null, convention := null, exclude := null, candidates := null, intents := null,
    intent_weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('metric_settings', to_json({'version': '1.0.0', 'measures': measures,
    'ties': ties, 'queries': queries, 'unjudged': unjudged, 'pool': pool, 'relevant_from': relevant_from,
    'convention': convention, 'exclude': exclude, 'candidates': candidates, 'intents': intents,
    'intent_weight': intent_weight, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when
    starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table metric_settings is 'The settings behind numbers. One row per setting of a measure.
measures := null: Measure strings, name[(option=value, ...)][@k], such as ndcg@10, ndcg(gain=linear)@10 or map. null:
    ndcg@10, average_precision, reciprocal_rank, precision@10 and recall@10.
ties := null: The order of equal scores: item (by item id, descending; the default), average (the expectation over all
    their orders), best or worst.
queries := null: Which queries count: judged (the default: queries with a relevant item; a query missing from the run
    scores 0), intersection (judged and in the run), run (in the run) or all (judged; queries without a relevant item
    score 0).
unjudged := null: How to treat items without a judgment: they are irrelevant (the default), or drop first takes them out
    of the lists.
pool := null: Which items'' judgments count: judged (the default: all relevant items, returned or not), or retrieved
    (only returned items).
relevant_from := null: The lowest relevance that counts as relevant; null: any above 0. Gains stay the same.
convention := null: The name of a library whose defaults for options and policies apply, such as trec_eval or sklearn,
    so that ndcg@10 is the library''s number; or a dictionary of such settings. Policies that are given take precedence.
    null: rankhouse''s own rules.
exclude := null: Pairs to take out of the lists; it only matters whether they are given. Nothing is read.
candidates := null: The only pairs that take part; it only matters whether they are given. Nothing is read.
intents := null: The column of the judgments that holds the intent (aspect, subtopic) for which an item is judged, with
    one row per item and intent. Measures over intents, such as alpha_ndcg@10, need it; for other measures an item has
    the relevance for the intent that it serves best. Intents have equal weights, unless columns names a column
    intent_weight of the judgments. If columns names a column importance, it says which nuggets are vital and which
    okay.
intent_weight := null: Your name of the column intent_weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
settings_id: the MD5 hash of the settings that are not the defaults, the same in every engine and version
name: the setting: measure, convention, metric, cutoff, each option, what else a convention says, and the policies
value: what it is set to [rankhouse]';
create or replace macro tie_audit(run, judgments := null, measures := null, "by" := [], judgments_by := [],
    query_id := 'query_id', item_id := 'item_id', score := 'score', relevance := 'relevance', rank := null,
    columns := map {}, queries := null, unjudged := null, pool := null, checked := false, relevant_from := null,
    convention := null, exclude := null, candidates := null, show_sql := false) as table
from query(list_transform([rankhouse_sql('tie_audit', to_json({'version': '1.0.0', 'run': run, 'judgments': judgments,
    'measures': measures, 'by': "by", 'judgments_by': judgments_by, 'query_id': query_id, 'item_id': item_id,
    'score': score, 'relevance': relevance, 'rank': rank, 'columns': columns, 'queries': queries, 'unjudged': unjudged,
    'pool': pool, 'checked': checked, 'relevant_from': relevant_from, 'convention': convention, 'exclude': exclude,
    'candidates': candidates, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer,
    'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table tie_audit is 'How much ties decide. One row per query and measure. If a measure is undefined for a query, all these values are NULL.
run: The run, as for query_metrics.
judgments := null: Judged items, one row per query and item: query_id, item_id, relevance (above 0 is relevant) and the
    columns named in judgments_by. null: the run itself has a relevance column.
measures := null: Measure strings, as for query_metrics and with its default; average_precision(denominator=hits) with a
    cutoff is refused.
"by" := []: Columns of the run; each combination of their values, including NULL, is evaluated separately.
judgments_by := []: Columns of the judgments to group by: properties of the query. The tables are joined on names in
    both lists.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
rank := null: Your name of the column rank, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
queries := null: Which queries count: judged (the default: queries with a relevant item; a query missing from the run
    scores 0), intersection (judged and in the run), run (in the run) or all (judged; queries without a relevant item
    score 0).
unjudged := null: How to treat items without a judgment: they are irrelevant (the default), or drop first takes them out
    of the lists.
pool := null: Which items'' judgments count: judged (the default: all relevant items, returned or not), or retrieved
    (only returned items).
checked := false: false (the default) leaves out rows with a NULL id or a NULL or NaN value, and stops with an error at
    duplicates. true skips these checks, for inputs that are known to be clean.
relevant_from := null: The lowest relevance that counts as relevant; null: any above 0. Gains stay the same.
convention := null: A convention; everything in it applies except its rule for ties.
exclude := null: Pairs of query_id and item_id to take out of the run and the judgments first.
candidates := null: The only pairs of query_id and item_id that take part.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
query_id: the query
measure: the measure, as a canonical string
metric: the measure without its cutoff
k: the cutoff; NULL without a cutoff
tied_share: the share of the first k rows (of all rows without a cutoff) whose score another row of the query has too, 0
    to 1
value: the value with ties by item id, as in query_metrics
lowest: the value in the worst order of tied items
expected: the mean over all orders; NULL if there is no closed form
highest: the value in the best order
spread: highest minus lowest [rankhouse]';
create or replace macro explain(run, judgments := null, measures := ['ndcg@10'], source := null, target := null,
    "by" := [], judgments_by := [], query_id := 'query_id', item_id := 'item_id', score := 'score',
    relevance := 'relevance', rank := null, columns := map {}, ties := null, per_query := false, checked := false,
    exclude := null, candidates := null, show_sql := false) as table
from query(list_transform([rankhouse_sql('explain', to_json({'version': '1.0.0', 'run': run, 'judgments': judgments,
    'measures': measures, 'source': source, 'target': target, 'by': "by", 'judgments_by': judgments_by,
    'query_id': query_id, 'item_id': item_id, 'score': score, 'relevance': relevance, 'rank': rank, 'columns': columns,
    'ties': ties, 'per_query': per_query, 'checked': checked, 'exclude': exclude, 'candidates': candidates,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table explain is 'Why two conventions disagree. One row per measure and step.
run: Scored items, as for evaluate.
judgments := null: Judged items, one row per query and item: query_id, item_id, relevance (above 0 is relevant) and the
    columns named in judgments_by. null: the run itself has a relevance column.
measures := [''ndcg@10'']: Measure strings that both conventions have.
source := null: The name of the convention to start from; null: rankhouse''s own rules.
target := null: The name of the convention to arrive at; null: rankhouse''s own rules.
"by" := []: Columns of the run, of the judgments, or of both; each combination of their values, including NULL, is
    evaluated separately.
judgments_by := []: Columns of the judgments to group by: properties of the query. The tables are joined on names in
    both lists.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
rank := null: Your name of the column rank, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
ties := null: The order of equal scores, instead of both conventions'' own: item, average, best or worst.
per_query := false: true: one row per query instead of the mean over queries.
checked := false: false (the default) leaves out rows with a NULL id or a NULL or NaN value, and stops with an error at
    duplicates. true skips these checks, for inputs that are known to be clean.
exclude := null: Pairs of query_id and item_id to take out of the run and the judgments first.
candidates := null: The only pairs of query_id and item_id that take part.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns and, with per_query, query_id
measure: the measure as it was given
step: 0 is the value under the source
switched: the group of options that changes: relevance, gain, ideal, pool, denominator, ties, unjudged or queries;
    options that both share have no step; NULL in step 0
before: the settings before; NULL in step 0
after: the settings after; NULL in step 0
value: the value with the settings so far
difference: value minus the value of the step above; the differences add up to the whole difference; NULL in step 0, and
    if a query counts in only one of two steps [rankhouse]';
create or replace macro explain_number(value, run, judgments := null, measure := 'ndcg@10', k := null, changes := 2,
    "by" := [], judgments_by := [], query_id := 'query_id', item_id := 'item_id', score := 'score',
    relevance := 'relevance', rank := null, columns := map {}, checked := false, exclude := null, candidates := null,
    show_sql := false) as table
from query(list_transform([rankhouse_sql('explain_number', to_json({'version': '1.0.0', 'value': value, 'run': run,
    'judgments': judgments, 'measure': measure, 'k': k, 'changes': changes, 'by': "by", 'judgments_by': judgments_by,
    'query_id': query_id, 'item_id': item_id, 'score': score, 'relevance': relevance, 'rank': rank, 'columns': columns,
    'checked': checked, 'exclude': exclude, 'candidates': candidates, 'show_sql': show_sql})::varchar)], lambda answer:
    case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table explain_number is 'The settings that a figure may come from. One row per value and settings that give it. It tries every convention that
    has the measure, known faults of libraries, and up to changes settings that differ from the given ones. Among
    settings without a convention that give the same value, only those with the fewest changes are kept. The query is
    long: about 900 kB for two changes of ndcg, and 360 kB for one.
value: The figure with its digits, such as 0.9307, "0.9300" or "93.1%". Values that round to it match.
run: Scored items, as for evaluate.
judgments := null: Judged items, one row per query and item: query_id, item_id, relevance (above 0 is relevant) and the
    columns named in judgments_by. null: the run itself has a relevance column.
measure := ''ndcg@10'': A measure string: what the figure is said to be, with the options that you know. Without a cutoff
    the usual ones are tried.
k := null: The cutoff, if the measure has none; without either, the usual cutoffs are tried.
changes := 2: How many settings may differ at once from the given ones, 0 to 9: options and policies with choices, and
    the cutoff (one more, one less, none). Conventions of all libraries that have the measure, and known faults of
    libraries, are tried however much they change. With more changes, more figures match by chance.
"by" := []: Columns of the run, of the judgments, or of both; each combination of their values, including NULL, is
    evaluated separately.
judgments_by := []: Columns of the judgments to group by: properties of the query. The tables are joined on names in
    both lists.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
rank := null: Your name of the column rank, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
checked := false: false (the default) leaves out rows with a NULL id or a NULL or NaN value, and stops with an error at
    duplicates. true skips these checks, for inputs that are known to be clean.
exclude := null: Pairs of query_id and item_id to take out of the run and the judgments first.
candidates := null: The only pairs of query_id and item_id that take part.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
place: 1 is nearest; among matches, the given settings come first, then conventions, then the fewest changes
value: the value with these settings
difference: value minus the figure
matches: whether the value equals the figure, to its digits
measure: the measure that gives it
convention: the convention, the thread of a known fault, such as mlflow/mlflow#24541, or own SQL and its form; NULL if
    there is neither
ties: how ties are ordered
queries: which queries count
unjudged: how unjudged items are treated
pool: which items'' judgments count
n_changes: how many settings differ from the given ones
explanation: what differs [rankhouse]';
create or replace macro convention_problems(run, judgments := null, convention := null, ties := null, queries := null,
    measures := null, "by" := [], judgments_by := [], intents := null, query_id := 'query_id', item_id := 'item_id',
    score := 'score', relevance := 'relevance', rank := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('convention_problems', to_json({'version': '1.0.0', 'run': run,
    'judgments': judgments, 'convention': convention, 'ties': ties, 'queries': queries, 'measures': measures,
    'by': "by", 'judgments_by': judgments_by, 'intents': intents, 'query_id': query_id, 'item_id': item_id,
    'score': score, 'relevance': relevance, 'rank': rank, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda
    answer: case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer
    end)[1]);
comment on macro table convention_problems is 'Why a convention would not give its library''s numbers on these data. One row per need that is not met. No row if all
    needs are met.
run: The run, as for query_metrics.
judgments := null: Judged items, one row per query and item: query_id, item_id, relevance (above 0 is relevant) and the
    columns named in judgments_by. null: the run itself has a relevance column.
convention := null: The convention.
ties := null: Your own order of equal scores, item, average, best or worst, which decides ties.
queries := null: Your own choice of queries, judged, intersection, run or all, which decides which queries a run must
    have.
measures := null: The measures, some of which need more of the data; null does not check what they need.
"by" := []: Columns of the run; each combination of their values, including NULL, is evaluated separately.
judgments_by := []: Columns of the judgments to group by: properties of the query. The tables are joined on names in
    both lists.
intents := null: The column of the judgments that holds intents; the order of equally relevant items then matters too.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
rank := null: Your name of the column rank, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
need: what the convention needs of the data
n_lists: how many lists do not meet the need
example: the query of one of them [rankhouse]';
create or replace macro input_problems(run := null, judgments := null, "by" := [], judgments_by := [], macro := null,
    options := map {}, log := null, examination := null, run_by := [], ratings := null, human := null, machine := null,
    predictions := null, experiments := null, comparisons := null, detections := null, ground_truth := null,
    tries := null, preferences := null, searches := null, clicks := null, query_id := 'query_id', item_id := 'item_id',
    score := 'score', relevance := 'relevance', search_id := 'search_id', "position" := 'position',
    clicked := 'clicked', impressions := 'impressions', team := 'team', rank_a := 'rank_a', rank_b := 'rank_b',
    logging_probability := 'logging_probability', target_probability := 'target_probability',
    baseline_probability := 'baseline_probability', reward := 'reward', predicted_reward := 'predicted_reward',
    target_predicted_reward := 'target_predicted_reward', baseline_predicted_reward := 'baseline_predicted_reward',
    slate_id := 'slate_id', unit_id := 'unit_id', rater_id := 'rater_id', rating := 'rating', label := 'label',
    row_id := 'row_id', experiment := 'experiment', measure := 'measure', offline_difference := 'offline_difference',
    online_difference := 'online_difference', p_value := 'p_value', queries_needed := 'queries_needed',
    image_id := 'image_id', class_id := 'class_id', x_min := 'x_min', y_min := 'y_min', x_max := 'x_max',
    y_max := 'y_max', try_id := 'try_id', passed := 'passed', system_a := 'system_a', system_b := 'system_b',
    winner := 'winner', n_results := 'n_results', rank := null, prediction := null, weight := null, iscrowd := null,
    area := null, judge_id := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('input_problems', to_json({'version': '1.0.0', 'run': run,
    'judgments': judgments, 'by': "by", 'judgments_by': judgments_by, 'macro': macro, 'options': options, 'log': log,
    'examination': examination, 'run_by': run_by, 'ratings': ratings, 'human': human, 'machine': machine,
    'predictions': predictions, 'experiments': experiments, 'comparisons': comparisons, 'detections': detections,
    'ground_truth': ground_truth, 'tries': tries, 'preferences': preferences, 'searches': searches, 'clicks': clicks,
    'query_id': query_id, 'item_id': item_id, 'score': score, 'relevance': relevance, 'search_id': search_id,
    'position': "position", 'clicked': clicked, 'impressions': impressions, 'team': team, 'rank_a': rank_a,
    'rank_b': rank_b, 'logging_probability': logging_probability, 'target_probability': target_probability,
    'baseline_probability': baseline_probability, 'reward': reward, 'predicted_reward': predicted_reward,
    'target_predicted_reward': target_predicted_reward, 'baseline_predicted_reward': baseline_predicted_reward,
    'slate_id': slate_id, 'unit_id': unit_id, 'rater_id': rater_id, 'rating': rating, 'label': label, 'row_id': row_id,
    'experiment': experiment, 'measure': measure, 'offline_difference': offline_difference,
    'online_difference': online_difference, 'p_value': p_value, 'queries_needed': queries_needed, 'image_id': image_id,
    'class_id': class_id, 'x_min': x_min, 'y_min': y_min, 'x_max': x_max, 'y_max': y_max, 'try_id': try_id,
    'passed': passed, 'system_a': system_a, 'system_b': system_b, 'winner': winner, 'n_results': n_results,
    'rank': rank, 'prediction': prediction, 'weight': weight, 'iscrowd': iscrowd, 'area': area, 'judge_id': judge_id,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table input_problems is 'What is wrong with the inputs of a macro. One row for each kind of problem that occurs.
run := null: The run, as for query_metrics; beside a click log, the lists whose clicks are estimated.
judgments := null: The judgments, beside a run; null looks only at the run.
"by" := []: Columns whose values say which rows belong together, such as the system.
judgments_by := []: Columns of the judgments, or of the ground truth beside detections; a query is looked up on the
    other side within the columns that both have.
macro := null: The macro that reads the inputs; null takes the first one that reads such relations: metrics for a run,
    click_judgments for a log, classifier_metrics for predictions.
options := map {}: Other arguments of that macro that say what is read, such as counts and first_position of a click
    log, or measures of predictions.
log := null: A click log, an interleaved log or a log of a policy, instead of a run.
examination := null: position and examination, as position_bias gives them, beside a click log.
run_by := []: The columns of by that the run has too, beside a click log.
ratings := null: What raters said, instead of a run.
human := null: The grades that people gave, instead of a run.
machine := null: The grades that a machine gave, beside those of people.
predictions := null: Predictions of a classifier or of ratings, instead of a run.
experiments := null: Past experiments, as metric_trust takes them, instead of a run.
comparisons := null: Comparisons of systems, as discriminative_power takes them, instead of a run.
detections := null: Detected boxes, instead of a run.
ground_truth := null: The true objects, beside detections.
tries := null: Tries of tasks, instead of a run.
preferences := null: Comparisons of two answers each, instead of a run.
searches := null: Searches, instead of a run.
clicks := null: The clicks of searches, beside these; beside a log of counts, your name of its column clicks.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
search_id := ''search_id'': Your name of the column search_id.
"position" := ''position'': Your name of the column position.
clicked := ''clicked'': Your name of the column clicked.
impressions := ''impressions'': Your name of the column impressions.
team := ''team'': Your name of the column team.
rank_a := ''rank_a'': Your name of the column rank_a.
rank_b := ''rank_b'': Your name of the column rank_b.
logging_probability := ''logging_probability'': Your name of the column logging_probability.
target_probability := ''target_probability'': Your name of the column target_probability.
baseline_probability := ''baseline_probability'': Your name of the column baseline_probability.
reward := ''reward'': Your name of the column reward.
predicted_reward := ''predicted_reward'': Your name of the column predicted_reward.
target_predicted_reward := ''target_predicted_reward'': Your name of the column target_predicted_reward.
baseline_predicted_reward := ''baseline_predicted_reward'': Your name of the column baseline_predicted_reward.
slate_id := ''slate_id'': Your name of the column slate_id.
unit_id := ''unit_id'': Your name of the column unit_id.
rater_id := ''rater_id'': Your name of the column rater_id.
rating := ''rating'': Your name of the column rating.
label := ''label'': Your name of the column label.
row_id := ''row_id'': Your name of the column row_id.
experiment := ''experiment'': Your name of the column experiment.
measure := ''measure'': Your name of the column measure.
offline_difference := ''offline_difference'': Your name of the column offline_difference.
online_difference := ''online_difference'': Your name of the column online_difference.
p_value := ''p_value'': Your name of the column p_value.
queries_needed := ''queries_needed'': Your name of the column queries_needed.
image_id := ''image_id'': Your name of the column image_id.
class_id := ''class_id'': Your name of the column class_id.
x_min := ''x_min'': Your name of the column x_min.
y_min := ''y_min'': Your name of the column y_min.
x_max := ''x_max'': Your name of the column x_max.
y_max := ''y_max'': Your name of the column y_max.
try_id := ''try_id'': Your name of the column try_id.
passed := ''passed'': Your name of the column passed.
system_a := ''system_a'': Your name of the column system_a.
system_b := ''system_b'': Your name of the column system_b.
winner := ''winner'': Your name of the column winner.
n_results := ''n_results'': Your name of the column n_results.
rank := null: Your name of the column rank, where there is one.
prediction := null: Your name of the column prediction, where there is one.
weight := null: Your name of the column weight, where there is one.
iscrowd := null: Your name of the column iscrowd, where there is one.
area := null: Your name of the column area, where there is one.
judge_id := null: Your name of the column judge_id, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
side: the input, such as run, judgments or log
problem: the problem
n_rows: how many rows have it
example: one of them, by the columns that identify it; NULL if there is none
message: the message that refuses it
refused: who refuses it: everywhere (Python, dbt and DuckDB''s table macros), python, or counted (it is not refused) [rankhouse]';
create or replace macro recommendation_metrics(run, measures := null, items := null, interactions := null,
    judgments := null, features := null, distances := null, baseline := null, targets := null, "by" := [],
    query_id := 'query_id', item_id := 'item_id', score := 'score', relevance := 'relevance', feature := 'feature',
    other_item_id := 'other_item_id', distance := 'distance', target_share := 'target_share', rank := null,
    weight := null, columns := map {}, exclude := null, show_sql := false) as table
from query(list_transform([rankhouse_sql('recommendation_metrics', to_json({'version': '1.0.0', 'run': run,
    'measures': measures, 'items': items, 'interactions': interactions, 'judgments': judgments, 'features': features,
    'distances': distances, 'baseline': baseline, 'targets': targets, 'by': "by", 'query_id': query_id,
    'item_id': item_id, 'score': score, 'relevance': relevance, 'feature': feature, 'other_item_id': other_item_id,
    'distance': distance, 'target_share': target_share, 'rank': rank, 'weight': weight, 'columns': columns,
    'exclude': exclude, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table recommendation_metrics is 'Measures of recommendations beyond accuracy. One row per measure. Give every input that a measure needs.
run: Recommended items, one row per user (query_id) and item: query_id, item_id, score (the higher, the earlier in the
    list) and the columns named in by. Equal scores go by item id, descending.
measures := null: Measure strings such as catalogue_coverage@10, novelty@10, gini(among=shown) or
    intra_list_diversity(distance=table)@5.
items := null: The catalogue, one row per item: item_id. For coverage, Gini, and entropy with normalisation=catalogue.
interactions := null: What users did before, such as the training data, one row per event: query_id and item_id. For
    novelty, average popularity, serendipity and miscalibration.
judgments := null: Judged items, one row per user and item: query_id, item_id and relevance (above 0 is relevant). For
    serendipity, and for awrf with target=relevant.
features := null: What items are like, one row per item and feature that it has: item_id, feature; and the feature''s
    weight if columns names a column weight, else 1. For diversity, awrf and miscalibration. Weights are numbers of at
    most 1e100 in size; those below 0 do not count for awrf and miscalibration.
distances := null: One row per pair of items, either way round: item_id, other_item_id and distance. For diversity with
    distance=table.
baseline := null: The run of a simple recommender: query_id, item_id and score. For serendipity with expected=baseline.
targets := null: The share that each group should have, one row per group of items: feature and target_share. For awrf
    with target=given. The query stops if shares are NULL or below 0, or do not sum to 1.
"by" := []: Columns of the run; each combination of their values, including NULL, is measured separately.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
feature := ''feature'': Your name of the column feature.
other_item_id := ''other_item_id'': Your name of the column other_item_id.
distance := ''distance'': Your name of the column distance.
target_share := ''target_share'': Your name of the column target_share.
rank := null: Your name of the column rank, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
exclude := null: Pairs of query_id and item_id, such as what users had in training. They are removed from the run, the
    judgments and the baseline before ranks are computed, so the next items move up. Duplicates and NULLs are harmless.
    A last column, candidates, says what lists are made of.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
measure: the measure, as a canonical string
metric: the measure without its cutoff
k: the cutoff; NULL without a cutoff
value: the value, never NaN; NULL if undefined
n_queries: lists behind the value
n_unknown: items or pairs in these lists that the measure could not look up, because they are outside the catalogue or
    have no interactions, distance or feature
value_sum: the sum of the lists'' values; NULL if the measure is not a mean over lists
std_error: the standard error of the value; NULL if the measure is not a mean over lists, and for fewer than two lists
ci_low: the lower end of a 95 % interval (normal approximation), within the range of the measure; NULL if std_error is
    NULL
ci_high: its upper end; NULL if std_error is NULL
candidates (with exclude): what lists are made of: all but excluded [rankhouse]';
create or replace macro expected_exposure(run, judgments, "by" := [], sample := null, attention := 'rbp', p := 0.5,
    satisfaction := 0.5, k := null, query_id := 'query_id', item_id := 'item_id', score := 'score',
    relevance := 'relevance', rank := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('expected_exposure', to_json({'version': '1.0.0', 'run': run,
    'judgments': judgments, 'by': "by", 'sample': sample, 'attention': attention, 'p': p, 'satisfaction': satisfaction,
    'k': k, 'query_id': query_id, 'item_id': item_id, 'score': score, 'relevance': relevance, 'rank': rank,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table expected_exposure is 'How a system shares out exposure, compared with what relevant items deserve (Diaz et al. 2020). Three rows per group,
    for ee_l (expected exposure loss, the sum over items of (exposure - target)^2; lower is fairer), ee_d (disparity,
    the sum of exposure^2) and ee_r (relevance, the sum of exposure * target).
run: Rankings, one row per query, item and sample: query_id, item_id and score. Equal scores go by item id, descending.
judgments: Judged items, one row per query and item: query_id, item_id and relevance. Items with a relevance above 0
    deserve exposure; more relevant items deserve more.
"by" := []: Columns of the run; each combination of their values, including NULL, is measured separately.
sample := null: A column of the run that tells apart several rankings of one query, such as those of a stochastic system
    or of several days. An item''s exposure is the mean over these rankings; rows with NULL in this column do not count.
    null: one ranking per query.
attention := ''rbp'': How much attention a rank gets: rbp (p^(rank - 1)), cascade (also lowered by satisfaction for each
    relevant item before it) or log2 (1 / log2(rank + 1)).
p := 0.5: The probability that a reader goes on to the next rank, above 0 and below 1.
satisfaction := 0.5: For cascade, the probability that a relevant item is enough, from 0 to 1.
k := null: Ranks below this one get nothing; null: all count.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
rank := null: Your name of the column rank, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
measure: the measure, as a canonical string
metric: the measure without its cutoff
k: the cutoff; NULL without a cutoff
value: the mean over the queries that have a relevant item
n_queries: queries with a value
n_missing: queries without a ranking, where nothing has exposure
value_sum: the sum of the queries'' values, for the value of several groups together; NULL if values do not add up
std_error: the standard error of the value; NULL for fewer than two queries
ci_low: the lower end of a 95 % interval; NULL for fewer than two queries
ci_high: its upper end; NULL for fewer than two queries [rankhouse]';
create or replace macro group_exposure(run, judgments, features, "by" := [], sample := null, attention := 'rbp',
    p := 0.5, satisfaction := 0.5, k := null, query_id := 'query_id', item_id := 'item_id', score := 'score',
    relevance := 'relevance', feature := 'feature', rank := null, weight := null, columns := map {}, show_sql := false)
    as table
from query(list_transform([rankhouse_sql('group_exposure', to_json({'version': '1.0.0', 'run': run,
    'judgments': judgments, 'features': features, 'by': "by", 'sample': sample, 'attention': attention, 'p': p,
    'satisfaction': satisfaction, 'k': k, 'query_id': query_id, 'item_id': item_id, 'score': score,
    'relevance': relevance, 'feature': feature, 'rank': rank, 'weight': weight, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table group_exposure is 'The exposure that groups of items get, compared with what their relevant items deserve. One row per feature, NULL for
    items without one.
run: Rankings, one row per query, item and sample: query_id, item_id and score. Equal scores go by item id, descending.
judgments: Judged items, one row per query and item: query_id, item_id and relevance. Items with a relevance above 0
    deserve exposure; more relevant items deserve more.
features: The groups of items, one row per item and group: item_id and feature. An item of several groups counts in each
    group by a share. The shares are equal, unless columns names a column weight, a number from 0 up to 1e100: then they
    are in proportion to the weights, and a weight of 0 gives no share.
"by" := []: Columns of the run; each combination of their values, including NULL, is measured separately.
sample := null: A column of the run that tells apart several rankings of one query, such as those of a stochastic system
    or of several days. An item''s exposure is the mean over these rankings; rows with NULL in this column do not count.
    null: one ranking per query.
attention := ''rbp'': How much attention a rank gets: rbp (p^(rank - 1)), cascade (also lowered by satisfaction for each
    relevant item before it) or log2 (1 / log2(rank + 1)).
p := 0.5: The probability that a reader goes on to the next rank, above 0 and below 1.
satisfaction := 0.5: For cascade, the probability that a relevant item is enough, from 0 to 1.
k := null: Ranks below this one get nothing; null: all count.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
feature := ''feature'': Your name of the column feature.
rank := null: Your name of the column rank, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
feature: the group of items; NULL for items without a feature
exposure: what the group gets: the mean over the queries that have a relevant item
target: what it deserves: the mean over the same queries
exposure_share: its share of what all items get over these queries, 0 to 1
target_share: its share of what all items deserve, 0 to 1
ratio: exposure_share divided by target_share: 1 is what the group deserves; NULL if it deserves nothing
std_error: the standard error of the ratio, by linearisation over queries; NULL for fewer than two queries
ci_low: the lower end of a 95 % interval of the ratio; NULL for fewer than two queries
ci_high: its upper end; NULL for fewer than two queries
n_queries: queries with a relevant item
n_missing: queries among them without a ranking
n_items: items of each query that are shown or deserve exposure [rankhouse]';
create or replace macro rating_metrics(predictions, measures := ['mae', 'mse', 'rmse', 'r2'], "by" := [],
    rating := 'rating', prediction := 'prediction', weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('rating_metrics', to_json({'version': '1.0.0', 'predictions': predictions,
    'measures': measures, 'by': "by", 'rating': rating, 'prediction': prediction, 'weight': weight, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table rating_metrics is 'Errors of predicted ratings. One row per measure. An empty table has no row.
predictions: One row per rating: rating and prediction, both finite numbers on the same scale, and the columns named in
    by.
measures := [''mae'', ''mse'', ''rmse'', ''r2'']: mae, mape (a share of the rating), mse, rmse (on the scale of the ratings), r2
    (at most 1; 0 is no better than the mean rating), explained_variance (r2 that ignores a constant error).
"by" := []: Columns; each combination of their values, including NULL, is measured separately.
rating := ''rating'': Your name of the column rating.
prediction := ''prediction'': Your name of the column prediction.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
measure: the measure
value: the value; NULL if undefined: r2 and explained_variance if all ratings are the same, mape if a rating is 0
n_ratings: pairs of finite numbers
n_left_out: rows without such a pair; 0 in Python, which refuses them
value_sum: the sum of absolute errors for mae, of relative ones for mape, of squared ones for mse and rmse (weighted,
    with weights), for the value of several groups together
weight_sum (with weights): the sum of the weights [rankhouse]';
create or replace macro classifier_metrics(predictions, measures := ['roc_auc', 'pr_auc', 'f1'], "by" := [],
    thresholds := [0.5], score := 'score', label := 'label', prediction := null, weight := null, columns := map {},
    show_sql := false) as table
from query(list_transform([rankhouse_sql('classifier_metrics', to_json({'version': '1.0.0', 'predictions': predictions,
    'measures': measures, 'by': "by", 'thresholds': thresholds, 'score': score, 'label': label,
    'prediction': prediction, 'weight': weight, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer:
    case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table classifier_metrics is 'Metrics of a binary classifier. One row per group and measure, and per threshold if the measure has one.
predictions: One row per prediction: score (any number but NaN, read as a 64-bit float) and label (0 or 1, or a
    boolean). A row without a score, with a NaN score, or with another label is refused in Python; elsewhere it is left
    out and counted in n_left_out.
measures := [''roc_auc'', ''pr_auc'', ''f1'']: At a threshold: accuracy, precision, recall, fpr, specificity, fnr, npv, fdr,
    f1, f_beta(beta=2), balanced_accuracy, mcc; over all thresholds: roc_auc, roc_auc_std_error, pr_auc,
    pr_auc(area=trapezoid), break_even, best_f1, best_f1_threshold, ks; of probabilities: log_loss, brier, ece(bins=10).
"by" := []: Columns; each combination of their values, including NULL, is evaluated separately.
thresholds := [0.5]: A score at or above a threshold is predicted positive. Any finite numbers.
score := ''score'': Your name of the column score.
label := ''label'': Your name of the column label.
prediction := null: Your name of the column prediction, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
measure: the measure, as a canonical string
metric: the measure without its options
threshold: the threshold; NULL for measures over all thresholds and for predicted labels
value: the value, never NaN; NULL if the measure is undefined
n_rows: rows with a score and a label
n_positives: rows among them whose label is 1
n_left_out: rows that were left out; 0 in Python, which refuses them [rankhouse]';
create or replace macro confusion(predictions, "by" := [], thresholds := [0.5], score := 'score', label := 'label',
    prediction := null, weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('confusion', to_json({'version': '1.0.0', 'predictions': predictions,
    'by': "by", 'thresholds': thresholds, 'score': score, 'label': label, 'prediction': prediction, 'weight': weight,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table confusion is 'Confusion counts at each threshold. One row per group and threshold. With weights, tp to tn are sums of them.
predictions: One row per prediction: score (any number but NaN, read as a 64-bit float) and label (0 or 1, or a
    boolean). A row without a score, with a NaN score, or with another label is refused in Python; elsewhere it is left
    out and counted in n_left_out.
"by" := []: Columns; each combination of their values, including NULL, is evaluated separately.
thresholds := [0.5]: A score at or above a threshold is predicted positive. Any finite numbers.
score := ''score'': Your name of the column score.
label := ''label'': Your name of the column label.
prediction := null: Your name of the column prediction, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
threshold: the threshold; NULL for predicted labels
tp: true positives
fp: false positives
fn: false negatives
tn: true negatives
n_rows: rows with a score and a label
n_positives: rows among them whose label is 1
n_left_out: rows that were left out; 0 in Python, which refuses them [rankhouse]';
create or replace macro confusion_matrix(predictions, "by" := [], label := 'label', prediction := 'prediction',
    weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('confusion_matrix', to_json({'version': '1.0.0', 'predictions': predictions,
    'by': "by", 'label': label, 'prediction': prediction, 'weight': weight, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table confusion_matrix is 'How often each class was predicted for each true class. One row per group, actual and predicted class, including pairs
    that do not occur. A group''s classes are those that occur in either column there.
predictions: One row per prediction: label, the actual class, and prediction, the predicted one, both of one type:
    texts, whole numbers or booleans. A row that lacks one of them is refused in Python; elsewhere it is left out and
    counted in n_left_out.
"by" := []: Columns; each combination of their values, including NULL, has its own matrix, of the classes that occur
    there as label or prediction.
label := ''label'': Your name of the column label.
prediction := ''prediction'': Your name of the column prediction.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
label: the actual class
prediction: the predicted class
n_rows: rows with both
weight_sum (with weights): the sum of the weights
n_left_out: rows that were left out; 0 in Python, which refuses them [rankhouse]';
create or replace macro class_metrics(predictions, "by" := [], undefined := 'leave_out', label := 'label',
    prediction := 'prediction', weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('class_metrics', to_json({'version': '1.0.0', 'predictions': predictions,
    'by': "by", 'undefined': undefined, 'label': label, 'prediction': prediction, 'weight': weight, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table class_metrics is 'Each class against the rest, and averages over classes. One row per group and class, and one per group and average
    (macro, the mean over classes; micro, all classes counted together; weighted, the mean over classes, weighted by tp
    + fn). With weights, tp to tn are sums of them.
predictions: One row per prediction: label, the actual class, and prediction, the predicted one, both of one type:
    texts, whole numbers or booleans. A row that lacks one of them is refused in Python; elsewhere it is left out and
    counted in n_left_out.
"by" := []: Columns; each combination of their values, including NULL, is evaluated separately.
undefined := ''leave_out'': How averages treat a class whose value is NULL: leave_out (it does not count) or zero (it
    counts as 0, as in scikit-learn by default).
label := ''label'': Your name of the column label.
prediction := ''prediction'': Your name of the column prediction.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
label: the class; NULL in the rows of averages
average: the average; NULL in the rows of classes
precision: the precision, 0 to 1; NULL for a class that is never predicted
recall: the recall, 0 to 1; NULL for a class that is never actual
f1: F1, 0 to 1; NULL for a class that is never actual
accuracy: the accuracy over all classes, 0 to 1; NULL in the rows of classes
n_actual: rows of the class
n_predicted: rows predicted to be of the class
tp: true positives; in the rows of averages, added up over all classes
fp: false positives
fn: false negatives
tn: true negatives
n_rows: rows with a label and a prediction
n_left_out: rows that were left out; 0 in Python, which refuses them [rankhouse]';
create or replace macro roc_curve(predictions, "by" := [], points := 1000, score := 'score', label := 'label',
    prediction := null, weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('roc_curve', to_json({'version': '1.0.0', 'predictions': predictions,
    'by': "by", 'points': points, 'score': score, 'label': label, 'prediction': prediction, 'weight': weight,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table roc_curve is 'The ROC curve. One row per point. Coordinates and area are NULL if a class is missing. With weights, tp and fp are sums
    of them, and at the break-even point the predicted positives weigh as much as the positives.
predictions: One row per prediction: score (any number but NaN, read as a 64-bit float) and label (0 or 1, or a
    boolean). A row without a score, with a NaN score, or with another label is refused in Python; elsewhere it is left
    out and counted in n_left_out.
"by" := []: Columns; each combination of their values, including NULL, is evaluated separately.
points := 1000: At most this many points per group, at least 5; null: every distinct score. Both ends and the break-even
    point stay, and no point of the full curve is more than 4 / (points - 3) above or below the thinned curve.
score := ''score'': Your name of the column score.
label := ''label'': Your name of the column label.
prediction := null: Your name of the column prediction, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
threshold: the threshold; NULL at the point (0, 0)
fpr: the false positive rate, 0 to 1
tpr: the true positive rate, 0 to 1
tp: true positives
fp: false positives
n_rows: rows with a score and a label
n_positives: rows among them whose label is 1
is_break_even: whether this is the break-even point: as many rows, or as much weight, are predicted positive as are
    positive
area: the exact area under the curve, the same in every row of a group, 0 to 1 [rankhouse]';
create or replace macro pr_curve(predictions, "by" := [], points := 1000, score := 'score', label := 'label',
    prediction := null, weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('pr_curve', to_json({'version': '1.0.0', 'predictions': predictions,
    'by': "by", 'points': points, 'score': score, 'label': label, 'prediction': prediction, 'weight': weight,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table pr_curve is 'The precision-recall curve. One row per point. With weights, tp and fp are sums of them, and at the break-even point the
    predicted positives weigh as much as the positives.
predictions: One row per prediction: score (any number but NaN, read as a 64-bit float) and label (0 or 1, or a
    boolean). A row without a score, with a NaN score, or with another label is refused in Python; elsewhere it is left
    out and counted in n_left_out.
"by" := []: Columns; each combination of their values, including NULL, is evaluated separately.
points := 1000: At most this many points per group, at least 5; null: every distinct score. Both ends and the break-even
    point stay, and no point of the full curve is more than 2 ln(n_rows) / (points - 3) above or below the thinned one.
    With weights the bound is 2 ln(weight of all rows / weight of the highest score) / (points - 3).
score := ''score'': Your name of the column score.
label := ''label'': Your name of the column label.
prediction := null: Your name of the column prediction, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
threshold: the threshold; NULL at recall 0
recall: the recall, 0 to 1
precision: the precision, 0 to 1
tp: true positives
fp: false positives
n_rows: rows with a score and a label
n_positives: rows among them whose label is 1
is_break_even: whether this is the break-even point: as many rows, or as much weight, are predicted positive as are
    positive
area: the exact step sum under the curve, the same in every row of a group [rankhouse]';
create or replace macro calibration(predictions, "by" := [], bins := 10, score := 'score', label := 'label',
    prediction := null, weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('calibration', to_json({'version': '1.0.0', 'predictions': predictions,
    'by': "by", 'bins': bins, 'score': score, 'label': label, 'prediction': prediction, 'weight': weight,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table calibration is 'Probabilities against outcomes. One row per group and bin of equal width that has rows. Scores outside 0 to 1 are in no
    bin; with weights, rows of weight 0 are in none either.
predictions: One row per prediction: score (any number but NaN, read as a 64-bit float) and label (0 or 1, or a
    boolean). A row without a score, with a NaN score, or with another label is refused in Python; elsewhere it is left
    out and counted in n_left_out.
"by" := []: Columns; each combination of their values, including NULL, is evaluated separately.
bins := 10: The number of bins between 0 and 1, at least 1.
score := ''score'': Your name of the column score.
label := ''label'': Your name of the column label.
prediction := null: Your name of the column prediction, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
bin: the number of the bin, from 1
bin_from: its lower edge
bin_to: its upper edge, which it includes
n_rows: rows with a score and a label
n_positives: rows among them whose label is 1
mean_score: the mean score, weighted with weights, 0 to 1
positive_share: the share of the rows whose label is 1, weighted with weights, 0 to 1
weight_sum (with weights): the sum of the weights [rankhouse]';
create or replace macro lift(predictions, "by" := [], bins := 10, score := 'score', label := 'label',
    prediction := null, weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('lift', to_json({'version': '1.0.0', 'predictions': predictions, 'by': "by",
    'bins': bins, 'score': score, 'label': label, 'prediction': prediction, 'weight': weight, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table lift is 'Lift and gain. One row per group and part of its rows in descending order of score. Among tied rows, each part has the
    expected positives over all their orders; a row on an edge counts in both parts by its share. With weights the parts
    are of equal weight, and every number of rows or positives is a sum of weights.
predictions: One row per prediction: score (any number but NaN, read as a 64-bit float) and label (0 or 1, or a
    boolean). A row without a score, with a NaN score, or with another label is refused in Python; elsewhere it is left
    out and counted in n_left_out.
"by" := []: Columns; each combination of their values, including NULL, is evaluated separately.
bins := 10: The number of parts of equal size, at least 1.
score := ''score'': Your name of the column score.
label := ''label'': Your name of the column label.
prediction := null: Your name of the column prediction, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
bin: the number of the part; 1 has the highest scores
depth: the share of the rows down to the end of the part, 0 to 1
threshold: the lowest score of the part
n_rows: rows of the part
n_positives: expected positives of the part
positive_share: their share, 0 to 1
lift: positive_share divided by the positive share of all rows
cumulative_positives: positives down to the end of the part
gain: their share of all positives, 0 to 1
cumulative_lift: the lift of all rows down to the end of the part [rankhouse]';
create or replace macro binned_auc(predictions, "by" := [], bins := 1000, lowest := null, highest := null,
    score := 'score', label := 'label', prediction := null, weight := null, columns := map {}, show_sql := false) as
    table
from query(list_transform([rankhouse_sql('binned_auc', to_json({'version': '1.0.0', 'predictions': predictions,
    'by': "by", 'bins': bins, 'lowest': lowest, 'highest': highest, 'score': score, 'label': label,
    'prediction': prediction, 'weight': weight, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer:
    case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table binned_auc is 'ROC AUC from a histogram of the scores, without a sort. One row per group. The exact value is never below low or above
    high. With weights, a pair''s weight is the product of its rows'' weights, as in scikit-learn.
predictions: One row per prediction: score (any number but NaN, read as a 64-bit float) and label (0 or 1, or a
    boolean). A row without a score, with a NaN score, or with another label is refused in Python; elsewhere it is left
    out and counted in n_left_out.
"by" := []: Columns; each combination of their values, including NULL, is evaluated separately.
bins := 1000: The number of bins of equal width from lowest to highest, at least 1.
lowest := null: Where the first bin starts; it includes lower scores. null: at the lowest finite score, which takes a
    scan.
highest := null: Where the last bin ends; it includes higher scores. null: at the highest finite score, which takes a
    scan.
score := ''score'': Your name of the column score.
label := ''label'': Your name of the column label.
prediction := null: Your name of the column prediction, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
roc_auc: as if half of the pairs within a bin were in the right order, 0 to 1
low: as if none of them were, 0 to 1
high: as if all of them were, 0 to 1
n_rows: rows with a score and a label
n_positives: rows among them whose label is 1 [rankhouse]';
create or replace macro prediction_problems(predictions, score := 'score', label := 'label', prediction := null,
    weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('prediction_problems', to_json({'version': '1.0.0', 'predictions': predictions,
    'score': score, 'label': label, 'prediction': prediction, 'weight': weight, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table prediction_problems is 'What is wrong with predictions. One row for each kind of problem that occurs.
predictions: One row per prediction, with score and label.
score := ''score'': Your name of the column score.
label := ''label'': Your name of the column label.
prediction := null: Your name of the column prediction, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
problem: the problem
n_rows: how many rows have it
example: one of them [rankhouse]';
create or replace macro detection_metrics(detections, ground_truth, iou_thresholds := [0.5], interpolation := 'all',
    "by" := [], ground_truth_by := [], area_range := 'all', max_detections := null, image_id := 'image_id',
    class_id := 'class_id', score := 'score', x_min := 'x_min', y_min := 'y_min', x_max := 'x_max', y_max := 'y_max',
    iscrowd := null, area := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('detection_metrics', to_json({'version': '1.0.0', 'detections': detections,
    'ground_truth': ground_truth, 'iou_thresholds': iou_thresholds, 'interpolation': interpolation, 'by': "by",
    'ground_truth_by': ground_truth_by, 'area_range': area_range, 'max_detections': max_detections,
    'image_id': image_id, 'class_id': class_id, 'score': score, 'x_min': x_min, 'y_min': y_min, 'x_max': x_max,
    'y_max': y_max, 'iscrowd': iscrowd, 'area': area, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda
    answer: case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer
    end)[1]);
comment on macro table detection_metrics is 'Average precision of object detections. One row per IoU threshold, and with several thresholds one more, the mean over
    them. Ignored boxes are in none of these counts. It needs an engine with recursive queries, or Spark.
detections: One row per detected box: image_id, class_id, score (higher is more certain), the box, x_min, y_min, x_max
    and y_max, in any unit that both tables share, and the columns named in by.
ground_truth: One row per object: image_id, class_id and the box, x_min, y_min, x_max and y_max; if columns names them,
    also iscrowd (1 or true for a box around many objects, on which detections are ignored) and area.
iou_thresholds := [0.5]: Numbers above 0 and up to 1, or ranges such as ''0.5:0.95:0.05''. A detection is a true positive
    at an IoU of at least the threshold; each object counts once, for the highest score.
interpolation := ''all'': all (the area under the whole interpolated precision-recall curve, the default), 11-point or
    101-point.
"by" := []: Columns of the detections; each combination of their values, including NULL, is evaluated separately.
ground_truth_by := []: The columns of by that the ground truth has too; a group is then compared with its part of the
    ground truth.
area_range := ''all'': all (the default), small (up to 32 x 32), medium (from there to 96 x 96) or large. Objects outside
    the range are ignored, and so are detections outside the range that match no object.
max_detections := null: How many detections of an image and class count, highest scores first; null: all.
image_id := ''image_id'': Your name of the column image_id.
class_id := ''class_id'': Your name of the column class_id.
score := ''score'': Your name of the column score.
x_min := ''x_min'': Your name of the column x_min.
y_min := ''y_min'': Your name of the column y_min.
x_max := ''x_max'': Your name of the column x_max.
y_max := ''y_max'': Your name of the column y_max.
iscrowd := null: Your name of the column iscrowd, where there is one.
area := null: Your name of the column area, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
measure: mean_average_precision
iou_threshold: the IoU threshold; NULL in the row of the mean over several
value: the mean of average precision over the classes of the ground truth; NULL without ground truth
n_classes: classes with ground truth
n_ground_truth: objects of the ground truth
n_detections: detections
n_true_positives: detections that found an object; NULL in the row of the mean over several
n_left_out: rows that were left out; 0 in Python, which refuses them [rankhouse]';
create or replace macro detection_class_metrics(detections, ground_truth, iou_thresholds := [0.5],
    interpolation := 'all', "by" := [], ground_truth_by := [], area_range := 'all', max_detections := null,
    image_id := 'image_id', class_id := 'class_id', score := 'score', x_min := 'x_min', y_min := 'y_min',
    x_max := 'x_max', y_max := 'y_max', iscrowd := null, area := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('detection_class_metrics', to_json({'version': '1.0.0',
    'detections': detections, 'ground_truth': ground_truth, 'iou_thresholds': iou_thresholds,
    'interpolation': interpolation, 'by': "by", 'ground_truth_by': ground_truth_by, 'area_range': area_range,
    'max_detections': max_detections, 'image_id': image_id, 'class_id': class_id, 'score': score, 'x_min': x_min,
    'y_min': y_min, 'x_max': x_max, 'y_max': y_max, 'iscrowd': iscrowd, 'area': area, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table detection_class_metrics is 'Average precision of object detections by class. One row per class and IoU threshold.
detections: One row per detected box: image_id, class_id, score (higher is more certain), the box, x_min, y_min, x_max
    and y_max, in any unit that both tables share, and the columns named in by.
ground_truth: One row per object: image_id, class_id and the box, x_min, y_min, x_max and y_max; if columns names them,
    also iscrowd (1 or true for a box around many objects, on which detections are ignored) and area.
iou_thresholds := [0.5]: Numbers above 0 and up to 1, or ranges such as ''0.5:0.95:0.05''. A detection is a true positive
    at an IoU of at least the threshold; each object counts once, for the highest score.
interpolation := ''all'': all (the area under the whole interpolated precision-recall curve, the default), 11-point or
    101-point.
"by" := []: Columns of the detections; each combination of their values, including NULL, is evaluated separately.
ground_truth_by := []: The columns of by that the ground truth has too; a group is then compared with its part of the
    ground truth.
area_range := ''all'': all (the default), small (up to 32 x 32), medium (from there to 96 x 96) or large. Objects outside
    the range are ignored, and so are detections outside the range that match no object.
max_detections := null: How many detections of an image and class count, highest scores first; null: all.
image_id := ''image_id'': Your name of the column image_id.
class_id := ''class_id'': Your name of the column class_id.
score := ''score'': Your name of the column score.
x_min := ''x_min'': Your name of the column x_min.
y_min := ''y_min'': Your name of the column y_min.
x_max := ''x_max'': Your name of the column x_max.
y_max := ''y_max'': Your name of the column y_max.
iscrowd := null: Your name of the column iscrowd, where there is one.
area := null: Your name of the column area, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
class_id: the class
measure: average_precision
iou_threshold: the IoU threshold
value: its average precision; NULL for a class that the ground truth lacks
n_ground_truth: objects of the ground truth
n_detections: detections
n_true_positives: detections that found an object [rankhouse]';
create or replace macro sample_negatives(items, judgments, n := 100, "by" := 'uniform', exclude := null, seed := 0,
    relevant_from := null, query_id := 'query_id', item_id := 'item_id', relevance := 'relevance',
    popularity := 'popularity', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('sample_negatives', to_json({'version': '1.0.0', 'items': items,
    'judgments': judgments, 'n': n, 'by': "by", 'exclude': exclude, 'seed': seed, 'relevant_from': relevant_from,
    'query_id': query_id, 'item_id': item_id, 'relevance': relevance, 'popularity': popularity, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table sample_negatives is 'What a sampled evaluation ranks. For each query with a relevant item, one row for each of its relevant items and for
    each of n random other items of the catalogue. Drawn without replacement, by a hash of seed, query and draw or item:
    the same rows on every engine, every day and in every order. A metric over such a sample is not the metric over all
    items, not even in the order of systems: see correct_sampled.
items: The catalogue, one row per item: item_id, and popularity (such as its number of ratings) if items are drawn by
    it. Duplicates are one item, with the highest popularity; items whose id is NULL do not count.
judgments: Judged items, one row per query and item: query_id, item_id and relevance.
n := 100: How many negatives a query gets, at least 1.
"by" := ''uniform'': uniform draws all items with equal chances, from about 2 n + 40 hashes per query; only for queries
    that get too few negatives this way is the whole catalogue read. popularity draws one item after another in
    proportion to the column of that name, and reads every item for every query; items whose popularity is NULL, NaN, 0
    or less are never drawn.
exclude := null: Items that are never drawn for a query, such as its training items: query_id and item_id.
seed := 0: A whole number from 0 on; another number gives another sample.
relevant_from := null: The lowest relevance that counts as relevant; null: any above 0.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
relevance := ''relevance'': Your name of the column relevance.
popularity := ''popularity'': Your name of the column popularity.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
query_id: the query
item_id: the item
relevance: the relevance; 0 for a negative
n_negatives: how many negatives the query has: fewer than n if the catalogue has no more [rankhouse]';
create or replace macro sampled_ranks(run, judgments, candidates, "by" := [], relevant_from := null,
    query_id := 'query_id', item_id := 'item_id', score := 'score', relevance := 'relevance', rank := null,
    columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('sampled_ranks', to_json({'version': '1.0.0', 'run': run,
    'judgments': judgments, 'candidates': candidates, 'by': "by", 'relevant_from': relevant_from, 'query_id': query_id,
    'item_id': item_id, 'score': score, 'relevance': relevance, 'rank': rank, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table sampled_ranks is 'The ranks of relevant items among sampled negatives. One row for each relevant item of a query in each group of the run.
    Among equal scores the higher item id is above; other relevant items are not counted; an item missing from the run
    is last.
run: Scored items: query_id, item_id, score (or a rank that columns names) and the columns named in by.
judgments: Judged items, one row per query and item: query_id, item_id and relevance.
candidates: The negatives of each query, drawn uniformly: query_id and item_id, as sample_negatives gives them. Relevant
    items among them do not count as negatives; duplicates count once.
"by" := []: Columns; each combination of their values, including NULL, is measured separately.
relevant_from := null: The lowest relevance that counts as relevant; null: any above 0.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
rank := null: Your name of the column rank, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
query_id: the query
item_id: the item
relevance: the relevance
is_retrieved: 1 if the run has the item
sampled_rank: 1 + the number of negatives above it
n_negatives: how many negatives the query has [rankhouse]';
create or replace macro correct_sampled(ranks, corrections, "by" := [], query_id := 'query_id', columns := map {},
    show_sql := false) as table
from query(list_transform([rankhouse_sql('correct_sampled', to_json({'version': '1.0.0', 'ranks': ranks,
    'corrections': corrections, 'by': "by", 'query_id': query_id, 'columns': columns, 'show_sql': show_sql})::varchar)],
    lambda answer: case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else
    answer end)[1]);
comment on macro table correct_sampled is 'Metrics over all items, estimated from ranks among sampled negatives. One row per group for each measure and method of
    the corrections.
ranks: The result of sampled_ranks.
corrections: The table that rankhouse.sampled_corrections makes in Python, a seed or a model: measure, method, n_items,
    n_negatives, sampled_rank, sampled_value and value.
"by" := []: Columns; each combination of their values, including NULL, is measured separately.
query_id := ''query_id'': Your name of the column query_id.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
measure: the measure, as a canonical string
method: the method
n_items: how many items a relevant item is ranked among
value: the estimate, which may be above 1 or below 0
sampled_value: the metric of the sample
std_error: the standard error of the estimate, over queries; NULL for fewer than two queries
n_instances: relevant items in the means
n_missing: relevant items among them that are missing from the run
n_left_out: relevant items whose number of negatives the corrections lack; in Python, relevant items of queries without
    negatives
candidates: what was ranked; if queries have several relevant items, that each was ranked separately [rankhouse]';
create or replace macro split(ratings, method := 'leave_last', n := null, share := null, given := null, cut := null,
    folds := null, fold := null, seed := 0, short := 'train', new_users := 'keep', new_items := 'keep',
    user_id := 'user_id', item_id := 'item_id', rated_at := 'rated_at', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('split', to_json({'version': '1.0.0', 'ratings': ratings, 'method': method,
    'n': n, 'share': share, 'given': given, 'cut': cut, 'folds': folds, 'fold': fold, 'seed': seed, 'short': short,
    'new_users': new_users, 'new_items': new_items, 'user_id': user_id, 'item_id': item_id, 'rated_at': rated_at,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table split is 'The ratings, each with its part. One row for each row of the ratings. Randomness comes from a hash of seed, user and
    item: the same rows on every engine, every day and in every order. A pair of user and item is in one part, however
    many rows it has; with method time, its first row decides. Ratings that already have a column part, reason, fold or
    n_given are refused as ambiguous. Rows without a user, an item, or the time that a method needs are left_out.
ratings: One row per rating: user_id, item_id and, for leave_last and time, rated_at (a date, a time or a number). Other
    columns stay as they are. With whole numbers or texts as ids, every engine gives the same rows; other types become
    different texts on different engines.
method := ''leave_last'': Which items of a user are tested. random: share (0.2) or n of them. leave_last: the last n (1),
    or share. time: items first rated at cut or later. weak: all but given at random. strong: all but given, of a share
    (0.2) of the users; all other users go to train. folds: the part fold of folds (5) equal parts; without fold all
    parts are numbered. learning_curve: weak for 1, 2, ... given items.
n := null: How many of each user''s items random and leave_last test, at least 1; by default leave_last tests 1.
share := null: The share of each user''s items that random (0.2) and leave_last test, at least one and not all; for
    strong the share of users to hold out (0.2). Above 0 and below 1.
given := null: How many items of a user are known in weak and strong; in learning_curve, the largest such number.
cut := null: For time, when the test begins: a date, a time, a text such as ''2026-01-31'', or a number if times are
    numbers. A time with a zone is taken as UTC.
folds := null: How many folds there are, 5 by default, at least 2.
fold := null: The fold to test, from 1 on. null: a column fold replaces part.
seed := 0: A whole number from 0 on. Another number gives another split; the same number gives the same rows on every
    engine and every day.
short := ''train'': Where users with too few items for both parts go: train or leave_out.
new_users := ''keep'': How to treat test rows of users without a row in train or given: keep or leave_out.
new_items := ''keep'': How to treat test rows of items without a row in train or given: keep or leave_out.
user_id := ''user_id'': Your name of the column user_id.
item_id := ''item_id'': Your name of the column item_id.
rated_at := ''rated_at'': Your name of the column rated_at.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the columns of the ratings
part: train, given, test or left_out; numbered folds have fold instead, and a learning curve has every row once for each
    n_given
reason: why a row is not where its method would put it: too few items, new user, new item, no user, no item, no time or
    item of train, again; NULL for all others [rankhouse]';
create or replace macro split_counts(split, "by" := [], user_id := 'user_id', item_id := 'item_id', part := 'part',
    reason := 'reason', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('split_counts', to_json({'version': '1.0.0', 'split': split, 'by': "by",
    'user_id': user_id, 'item_id': item_id, 'part': part, 'reason': reason, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table split_counts is 'How many ratings of a split are in each part. One row for each part and reason, including what is left out.
split: The result of split, with part, reason, user_id and item_id.
"by" := []: Columns that are counted separately, such as n_given of a learning curve.
user_id := ''user_id'': Your name of the column user_id.
item_id := ''item_id'': Your name of the column item_id.
part := ''part'': Your name of the column part.
reason := ''reason'': Your name of the column reason.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
part: the part
reason: why rows are not where their method would put them; NULL for all others
n_ratings: rows
n_users: users, distinct and without NULL
n_items: items, distinct and without NULL [rankhouse]';
create or replace macro learning_curve(query_metrics, "by" := ['system'], query_id := 'query_id', measure := 'measure',
    value := 'value', n_given := 'n_given', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('learning_curve', to_json({'version': '1.0.0', 'query_metrics': query_metrics,
    'by': "by", 'query_id': query_id, 'measure': measure, 'value': value, 'n_given': n_given, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table learning_curve is 'The mean of each measure for each number of given ratings. One row per group, measure and number of given ratings. The
    interval stays in the range that follows from the measure''s name, unless the table has a value beyond it.
query_metrics: Values by user, one row per user, measure and point in each group: query_id, measure, value, n_given and
    the columns named in by (for curve_crossings, system too), as query_metrics gives them with n_given among its
    grouping columns. A value that is NULL or NaN does not count; rows without a user, a point or, for curve_crossings,
    a system are left out.
"by" := [''system'']: Columns; each combination of their values, including NULL, is a curve.
query_id := ''query_id'': Your name of the column query_id.
measure := ''measure'': Your name of the column measure.
value := ''value'': Your name of the column value.
n_given := ''n_given'': Your name of the column n_given.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
measure: the measure, as a canonical string
the column n_given: the number of given ratings
value: the mean over users: at each point, what metrics gives for its split
n_queries: users with a value
std_error: the standard error of the value; NULL for fewer than two users
ci_low: the lower end of a 95 % interval; NULL for fewer than two users
ci_high: its upper end; NULL for fewer than two users [rankhouse]';
create or replace macro mean_over_curve(query_metrics, "by" := ['system'], incomplete := 'leave_out',
    query_id := 'query_id', measure := 'measure', value := 'value', n_given := 'n_given', columns := map {},
    show_sql := false) as table
from query(list_transform([rankhouse_sql('mean_over_curve', to_json({'version': '1.0.0', 'query_metrics': query_metrics,
    'by': "by", 'incomplete': incomplete, 'query_id': query_id, 'measure': measure, 'value': value, 'n_given': n_given,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table mean_over_curve is 'MANDCG, or its like for any measure: the mean over users of each user''s mean over the points of the learning curve. One
    row per group and measure. A curve''s points are those at which any group has a value.
query_metrics: Values by user, one row per user, measure and point in each group: query_id, measure, value, n_given and
    the columns named in by (for curve_crossings, system too), as query_metrics gives them with n_given among its
    grouping columns. A value that is NULL or NaN does not count; rows without a user, a point or, for curve_crossings,
    a system are left out.
"by" := [''system'']: Columns; each combination of their values, including NULL, is a curve.
incomplete := ''leave_out'': How to treat users without a value at some point of the curve: leave_out (the default), or
    keep, with the mean over their points. n_incomplete counts them either way.
query_id := ''query_id'': Your name of the column query_id.
measure := ''measure'': Your name of the column measure.
value := ''value'': Your name of the column value.
n_given := ''n_given'': Your name of the column n_given.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
measure: the measure, as a canonical string
value: the mean over users
n_queries: users with a value
n_incomplete: users without a value at some point, kept or not
std_error: the standard error of the value; NULL for fewer than two users
ci_low: the lower end of a 95 % interval; NULL for fewer than two users
ci_high: its upper end; NULL for fewer than two users [rankhouse]';
create or replace macro curve_crossings(query_metrics, "by" := [], repetitions := 1000, seed := 0, confidence := 0.95,
    query_id := 'query_id', measure := 'measure', value := 'value', n_given := 'n_given', system := 'system',
    columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('curve_crossings', to_json({'version': '1.0.0', 'query_metrics': query_metrics,
    'by': "by", 'repetitions': repetitions, 'seed': seed, 'confidence': confidence, 'query_id': query_id,
    'measure': measure, 'value': value, 'n_given': n_given, 'system': system, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table curve_crossings is 'Where the learning curves of two systems cross, and you would switch from one to the other. One row per crossing of each
    pair of systems and each measure, or one row with a NULL crossing. A curve is the mean over the users with a value
    for both systems at a point; pairs without such users have no row. If the curves are equal at some points, the
    crossing is in the middle of these points; curves that only touch do not cross. Users are resampled together with
    all their values, by Poisson(1) weights from a hash: the same on every engine.
query_metrics: Values by user, one row per user, measure and point in each group: query_id, measure, value, n_given and
    the columns named in by (for curve_crossings, system too), as query_metrics gives them with n_given among its
    grouping columns. A value that is NULL or NaN does not count; rows without a user, a point or, for curve_crossings,
    a system are left out.
"by" := []: Further columns; systems are compared within each combination of their values, including NULL.
repetitions := 1000: Bootstrap samples of the users, 1 to 10,000. A user''s weight in each is a Poisson(1) number from a
    hash of seed, user and sample: the same for all systems, on every engine. A crossing in 1 sample has no interval.
seed := 0: A whole number from 0 on; another number gives other samples.
confidence := 0.95: The share of the samples'' crossings that lie between ci_low and ci_high, above 0 and below 1.
query_id := ''query_id'': Your name of the column query_id.
measure := ''measure'': Your name of the column measure.
value := ''value'': Your name of the column value.
n_given := ''n_given'': Your name of the column n_given.
system := ''system'': Your name of the column system.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
measure: the measure, as a canonical string
system: the system
other_system: the other system
crossing: a number of given ratings, interpolated between two points; NULL if the curves do not cross
ci_low: the lower end of the interval of the nearest crossings in the same direction, in the samples that have one
ci_high: its upper end
ahead_before: the system whose curve is higher before
ahead_after: the system whose curve is higher after
crossing_share: the share of samples with such a crossing; in a row without a crossing, the share of samples with any, 0
    to 1
n_queries: users with a value for both systems at a point [rankhouse]';
create or replace macro compare(query_metrics, baseline := null, "by" := [], test := 't', correction := 'holm',
    "interval" := null, confidence := 0.95, power := 0.8, repetitions := 10000, seed := 0, cluster := null,
    system := 'system', query_id := 'query_id', measure := 'measure', metric := 'metric', k := 'k', value := 'value',
    weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('compare', to_json({'version': '1.0.0', 'query_metrics': query_metrics,
    'baseline': baseline, 'by': "by", 'test': test, 'correction': correction, 'interval': "interval",
    'confidence': confidence, 'power': power, 'repetitions': repetitions, 'seed': seed, 'cluster': cluster,
    'system': system, 'query_id': query_id, 'measure': measure, 'metric': metric, 'k': k, 'value': value,
    'weight': weight, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when
    starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table compare is 'Systems compared query by query. One row per group, measure and pair of systems. Undefined figures are NULL, never NaN.
    Differences within 1e-12 of their two values are ties.
query_metrics: Values by query, one row per query, measure and system: the result of query_metrics with the column of
    the system in by. A value that is NULL or NaN does not count; rows without a query or a system are left out, and so
    is a query with several values of one system.
baseline := null: The system that all others are compared with; it must exist. null: every pair once, the later name
    against the earlier one.
"by" := []: Further columns; systems are compared within each combination of their values, including NULL.
test := ''t'': The test of a difference, paired by query and two-sided: t (Student''s), wilcoxon (signed ranks), sign,
    randomisation (Fisher''s sign flips) or bootstrap.
correction := ''holm'': How to correct the p-values of all rows together into p_adjusted: holm, bonferroni,
    benjamini_hochberg or none.
"interval" := null: The interval of the difference: t, percentile or bca. null: bca for the bootstrap, t for all other
    tests.
confidence := 0.95: The confidence level of the interval, above 0 and below 1: 0.95 for 95 %.
power := 0.8: The probability of detecting a difference as large as detectable_difference, above 0.5 and below 1.
repetitions := 10000: Repetitions of randomisation and bootstrap, 1 to 10,000. Randomness comes from a hash of seed,
    query and repetition: the same for all pairs and measures, on every engine and every day. With 1 there is no
    interval.
seed := 0: A whole number from 0 on; another number gives other repetitions.
cluster := null: A column of query_metrics, such as the user, whose queries may depend on each other; a query without a
    value is its own cluster. Errors are then computed over clusters, and whole clusters are flipped and resampled.
    null: queries count separately.
system := ''system'': Your name of the column system.
query_id := ''query_id'': Your name of the column query_id.
measure := ''measure'': Your name of the column measure.
metric := ''metric'': Your name of the column metric.
k := ''k'': Your name of the column k.
value := ''value'': Your name of the column value.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
measure: the measure, as a canonical string
metric: the measure without its cutoff
k: the cutoff; NULL without a cutoff
system: the system
baseline: the system it is compared with
value: the mean of the system over the queries with a value for both
baseline_value: the mean of the baseline over the same queries
difference: value minus baseline_value
ci_low: the lower end of the interval of the difference
ci_high: its upper end
effect_size: the difference divided by std_dev
n_queries: queries with a value for both
n_clusters (with cluster): clusters of these queries
n_effective (with weight): how many queries of equal weight tell as much
wins: queries where the system is better
ties: queries where both are equal
losses: queries where the baseline is better
test: the test
p_value: two-sided; 1 if no query differs, 0 to 1
p_adjusted: p_value corrected for all rows together, 0 to 1
relative_difference: difference divided by baseline_value
std_dev: the standard deviation of the queries'' differences
interval: the kind of interval
n_left_out: queries with a value on one side only
detectable_difference: the smallest difference that a t-test would detect with the given power
queries_needed: how many queries a t-test with that power needs for this difference [rankhouse]';
create or replace macro decision(query_metrics, baseline := null, measure := null, guardrails := null, margins := map
    {}, segments := [], "by" := [], cluster := null, test := 't', confidence := 0.95, power := 0.8, system := 'system',
    query_id := 'query_id', metric := 'metric', k := 'k', value := 'value', weight := null, columns := map {},
    show_sql := false) as table
from query(list_transform([rankhouse_sql('decision', to_json({'version': '1.0.0', 'query_metrics': query_metrics,
    'baseline': baseline, 'measure': measure, 'guardrails': guardrails, 'margins': margins, 'segments': segments,
    'by': "by", 'cluster': cluster, 'test': test, 'confidence': confidence, 'power': power, 'system': system,
    'query_id': query_id, 'metric': metric, 'k': k, 'value': value, 'weight': weight, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table decision is 'What a comparison decides by one measure: ship, do not ship, or not decided; with all segments and other measures that
    fall. One row per group. One more lost query never makes a decision milder.
query_metrics: Values by query, one row per query, measure and system in each group: query_id, measure, metric, k, value
    and the columns of the systems, of segments, cluster and by, as query_metrics or evaluate(..., per_query=True) gives
    them. Queries with one value on both sides count.
baseline := null: The system that all others are compared with; it must exist. null: every pair once, the later name
    against the earlier one.
measure := null: The measure that decides, such as ndcg@10. null: the only one of the table; several without a name are
    refused.
guardrails := null: Measures that must not fall: a system that is worse by one of them, with a p-value below (1 -
    confidence) / 5, is shipped with a "but". null: all others of the table.
margins := map {}: How far a guardrail may fall: {"recall@100": 0.01}. It falls where it is significantly below minus
    this number.
segments := []: Columns such as country. Each value of each of them, NULL too, is a segment, and the system falls in it
    where it is worse with a p-value below (1 - confidence) / 5. Segments of fewer than 30 queries are also tested
    together.
"by" := []: Columns; each combination of their values, including NULL, is a group.
cluster := null: A column, such as the user, whose queries may depend on each other: units are then its values. null:
    queries are units, and where the table has a column user_id, document_id, session_id, conversation_id, patient_id,
    cluster or cluster_id whose values have several queries, a decision has to hold over these too. false: queries are
    independent.
test := ''t'': The test: t, of the sum of differences, for which the largest gains are capped where that tells more, so
    that no further loss makes a decision milder; sign, exact, of how many units are won and lost; or randomisation,
    Fisher''s flips of signs, 10,000 of them.
confidence := 0.95: A system is better or worse with a p-value below 1 - confidence, above 0 and below 1. The interval
    has it too.
power := 0.8: The probability of a decision with more_units more units, above 0.5 and below 1.
system := ''system'': Your name of the column system.
query_id := ''query_id'': Your name of the column query_id.
metric := ''metric'': Your name of the column metric.
k := ''k'': Your name of the column k.
value := ''value'': Your name of the column value.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
decision: ship, ship, but (something falls), do not ship or not decided
system: the system to ship or not
baseline: the system it is compared with; without one, that which it is least surely better than
measure: the measure that decides
difference: mean of the system minus mean of the baseline
ci_low: the lower end of the interval of the difference
ci_high: its upper end
p_adjusted: the p-value that decides, 0 to 1
unit: what counts: queries, searches, rows, slates or clusters
n_units: how many there are
more_units: how many more would decide with the given power; NULL if it is decided, or more would not tell
falls: what falls with its difference, the largest loss first; empty if nothing does
reason: why [rankhouse]';
create or replace macro system_ranks(query_metrics, measures := null, "by" := [], cluster := null, test := 't',
    correction := 'holm', confidence := 0.95, system := 'system', query_id := 'query_id', measure := 'measure',
    metric := 'metric', k := 'k', value := 'value', weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('system_ranks', to_json({'version': '1.0.0', 'query_metrics': query_metrics,
    'measures': measures, 'by': "by", 'cluster': cluster, 'test': test, 'correction': correction,
    'confidence': confidence, 'system': system, 'query_id': query_id, 'measure': measure, 'metric': metric, 'k': k,
    'value': value, 'weight': weight, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when
    starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table system_ranks is 'Which ranks of systems are tied: the rank of each mean with an interval, from the paired tests of compare. One row per
    group, measure and system. With holm or bonferroni, all true ranks together are within rank_low and rank_high at
    least as often as confidence says.
query_metrics: Values by query, one row per query, measure and system in each group: query_id, measure, metric, k, value
    and the columns of the systems, of cluster and by, as query_metrics or evaluate(..., per_query=True) gives them.
measures := null: Measures of the table; all by default. Each further one makes all intervals of ranks wider.
"by" := []: Further columns; systems are compared within each combination of their values, including NULL.
cluster := null: A column of query_metrics, such as the user, whose queries may depend on each other; a query without a
    value is its own cluster. Tests are then those of clusters. null: queries count separately.
test := ''t'': The test of a difference, paired by query and two-sided: t (Student''s), wilcoxon (signed ranks), sign,
    randomisation (Fisher''s sign flips) or bootstrap.
correction := ''holm'': How to correct the p-values of all rows together into p_adjusted: holm, bonferroni,
    benjamini_hochberg or none.
confidence := 0.95: The probability that all true ranks together are within rank_low and rank_high, above 0 and below 1.
system := ''system'': Your name of the column system.
query_id := ''query_id'': Your name of the column query_id.
measure := ''measure'': Your name of the column measure.
metric := ''metric'': Your name of the column metric.
k := ''k'': Your name of the column k.
value := ''value'': Your name of the column value.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
measure: the measure, as a canonical string
metric: the measure without its cutoff
k: the cutoff; NULL without a cutoff
system: the system
value: the mean over the system''s queries
rank: 1 + the number of systems that are better over the queries in common
rank_low: 1 + the number of systems that are significantly better
rank_high: the number of systems less those that are significantly worse
tied_with_best: whether no system is significantly better
n_queries: queries with a value [rankhouse]';
create or replace macro mean_intervals(query_metrics, "by" := ['system'], method := 't', confidence := 0.95,
    repetitions := 10000, seed := 0, cluster := null, query_id := 'query_id', measure := 'measure', metric := 'metric',
    k := 'k', value := 'value', weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('mean_intervals', to_json({'version': '1.0.0', 'query_metrics': query_metrics,
    'by': "by", 'method': method, 'confidence': confidence, 'repetitions': repetitions, 'seed': seed,
    'cluster': cluster, 'query_id': query_id, 'measure': measure, 'metric': metric, 'k': k, 'value': value,
    'weight': weight, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when
    starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table mean_intervals is 'Means over queries with intervals by a method of your choice. One row per group and measure. Bootstrap and wilson stay
    within the range of the values anyway; t is cut off at the range that the measure''s name implies.
query_metrics: Values by query, one row per query and measure in each group: query_id, measure, metric, k, value and the
    columns named in by, as query_metrics or evaluate(..., per_query=True) gives them. Rows count alike; a value that is
    NULL, NaN or beyond 1e100 does not count, and rows without a query or a measure are left out.
"by" := [''system'']: Columns; each combination of their values, including NULL, is a group. Without columns, all queries
    are one group.
method := ''t'': t (Student''s t distribution, cut off at the range of the measure, which follows from its name), bootstrap
    (quantiles of the means of resampled queries), bca (the same, corrected for bias and skewness) or wilson (Wilson''s
    score interval, for values of 0 or 1, such as hit_rate''s; NULL if others occur).
confidence := 0.95: The share of such intervals that contain the mean, above 0 and below 1: 0.95 for 95 %.
repetitions := 10000: Repetitions of bootstrap and bca, 1 to 10,000. A query''s weight in each is a Poisson(1) number
    from a hash of seed, query and repetition: the same for all groups and measures, on every engine and every day. With
    1 there is no interval.
seed := 0: A whole number from 0 on; another number gives other repetitions.
cluster := null: A column, such as the user, whose queries may depend on each other; a query without a value is its own
    cluster. Whole clusters then vary and are resampled; not with wilson. null: queries count separately.
query_id := ''query_id'': Your name of the column query_id.
measure := ''measure'': Your name of the column measure.
metric := ''metric'': Your name of the column metric.
k := ''k'': Your name of the column k.
value := ''value'': Your name of the column value.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
measure: the measure, as a canonical string
metric: the measure without its cutoff
k: the cutoff; NULL without a cutoff
value: the mean
n_queries: queries with a value
n_clusters (with cluster): clusters of these queries
n_effective (with weight): how many queries of equal weight tell as much
std_dev: the standard deviation of the values
ci_low: the lower end of the interval; NULL for fewer than two queries or clusters, except for wilson
ci_high: the upper end of the interval; NULL for fewer than two queries or clusters, except for wilson
method: the method [rankhouse]';
create or replace macro rater_agreement(ratings, "by" := [], method := 'krippendorff', level := 'nominal',
    weights := null, pairs := false, confidence := 0.95, repetitions := 1000, seed := 0, scale := [],
    unit_id := 'unit_id', rater_id := 'rater_id', rating := 'rating', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('rater_agreement', to_json({'version': '1.0.0', 'ratings': ratings, 'by': "by",
    'method': method, 'level': level, 'weights': weights, 'pairs': pairs, 'confidence': confidence,
    'repetitions': repetitions, 'seed': seed, 'scale': scale, 'unit_id': unit_id, 'rater_id': rater_id,
    'rating': rating, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when
    starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table rater_agreement is 'How far raters agree. One row per group.
ratings: One row per rating: unit_id (what is rated), rater_id and rating. Rows where one of them is NULL do not count.
"by" := []: Columns; each combination of their values, including NULL, is measured separately.
method := ''krippendorff'': krippendorff (alpha: any number of raters, holes allowed), cohen (kappa of two raters, NULL
    for more), fleiss (kappa for the same number of ratings of each unit, NULL otherwise), gwet (AC1, with weights AC2:
    holes allowed, and units with one rating count for chance) or agreement (the share of pairs of ratings that are
    equal).
level := ''nominal'': For alpha, the distance of two ratings: nominal (equal or not), ordinal (the ratings between them),
    interval (their difference) or ratio (their difference over their sum).
weights := null: For cohen and gwet, whether the distance of two ratings is linear or quadratic in their places in the
    order of all ratings; null: they are equal or not.
pairs := false: true: one row per pair of raters, with rater_id and other_rater_id.
confidence := 0.95: The confidence level of the interval, above 0 and below 1: 0.95 for 95 %.
repetitions := 1000: Repetitions of the interval''s bootstrap over units, up to 10,000; 0 or 1 for no interval. The
    interval is NULL for fewer than 6 units at 95 %.
seed := 0: A whole number from 0 on; another number gives other repetitions.
scale := []: The grades from the lowest to the highest, such as ["low", "mid", "high"] or [0, 1, 2, 3]: it gives their
    order, and includes grades that nobody gave. Ratings outside the scale are refused. Without a scale, numbers are
    ordered by size, and text is refused if its order counts.
unit_id := ''unit_id'': Your name of the column unit_id.
rater_id := ''rater_id'': Your name of the column rater_id.
rating := ''rating'': Your name of the column rating.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns and, with pairs, rater_id and other_rater_id
method: the method
value: 1 is full agreement; 0 is chance agreement, except for agreement, the raw share that chance raises; NULL if no
    unit has two ratings; if all ratings are equal, except for agreement and, on a scale, gwet: 1
n_units: units with two ratings or more
n_raters: raters
n_left_out: units with fewer ratings
ci_low: the lower end of the interval
ci_high: the upper end of the interval [rankhouse]';
create or replace macro merge_ratings(ratings, "by" := [], method := 'majority', ties := 'lowest', adjudicator := null,
    steps := 20, scale := [], unit_id := 'unit_id', rater_id := 'rater_id', rating := 'rating', columns := map {},
    show_sql := false) as table
from query(list_transform([rankhouse_sql('merge_ratings', to_json({'version': '1.0.0', 'ratings': ratings, 'by': "by",
    'method': method, 'ties': ties, 'adjudicator': adjudicator, 'steps': steps, 'scale': scale, 'unit_id': unit_id,
    'rater_id': rater_id, 'rating': rating, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case
    when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table merge_ratings is 'One label per unit from several ratings. One row per unit.
ratings: One row per rating: unit_id, rater_id and rating. Rows where one of them is NULL do not count. If a rater gives
    a unit the same rating twice, it counts once; Python refuses it.
"by" := []: Columns; each combination of their values, including NULL, is merged separately.
method := ''majority'': majority (the most frequent rating), mean, median, or dawid_skene: the most probable label if each
    rater has their own confusion matrix, estimated together with the labels (Dawid and Skene 1979).
ties := ''lowest'': Which of several equally frequent ratings is the majority label, or of several equally probable ones
    that of dawid_skene: the lowest, the highest or none (NULL). A tie between words is refused, unless scale or an enum
    orders them.
adjudicator := null: A rater whose rating of a unit decides, whatever the others said.
steps := 20: For dawid_skene, the steps of expectation and maximisation, 0 to 100, starting from the shares of a unit''s
    ratings.
scale := []: The grades from the lowest to the highest, such as ["low", "mid", "high"] or [0, 1, 2, 3]: it gives their
    order, and includes grades that nobody gave. Ratings outside the scale are refused. Without a scale, numbers are
    ordered by size, and text is refused if its order counts.
unit_id := ''unit_id'': Your name of the column unit_id.
rater_id := ''rater_id'': Your name of the column rater_id.
rating := ''rating'': Your name of the column rating.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
unit_id: the unit
rating: its label
n_raters: raters of the unit
agreement: the share of the unit''s ratings that equal the label (for mean and median, the most frequent rating), 0 to 1 [rankhouse]';
create or replace macro grade_calibration(human, machine, "by" := [], per_grade := true, confidence := 0.95,
    query_id := 'query_id', item_id := 'item_id', relevance := 'relevance', columns := map {}, show_sql := false) as
    table
from query(list_transform([rankhouse_sql('grade_calibration', to_json({'version': '1.0.0', 'human': human,
    'machine': machine, 'by': "by", 'per_grade': per_grade, 'confidence': confidence, 'query_id': query_id,
    'item_id': item_id, 'relevance': relevance, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer:
    case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table grade_calibration is 'What a machine''s grades are worth compared with people''s. One row per group, or per group and machine grade. It assumes
    that people graded a random sample of the queries. Intervals are Student''s t over queries, because the items of one
    query are alike; they may end beyond the scale.
human: Judgments of people: query_id, item_id and relevance, a number. Rows where one of them is NULL, or the grade NaN
    or beyond 1e100, do not count. Merge the ratings of several raters first (merge_ratings); several grades of an item
    each count.
machine: Judgments of a machine for the same items and for others, with the columns named in by. A human grade does not
    count if the machine did not grade the item.
"by" := []: Columns of the machine''s judgments, such as the model, the day, or the item''s length; each combination of
    their values, including NULL, is a group.
per_grade := true: true: one row per grade of the machine; false: one row for all grades.
confidence := 0.95: The confidence level of the intervals, above 0 and below 1. The intervals are Student''s t over
    queries, may end beyond the scale, and are NULL for fewer than two queries.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
relevance := ''relevance'': Your name of the column relevance.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
machine_grade: the machine''s grade; without per_grade, the mean over the items with both grades
human_grade: the mean that people gave these items; NULL if they graded none
human_low: the lower end of its interval; NULL for fewer than two queries
human_high: the upper end of its interval; NULL for fewer than two queries
bias: machine_grade minus human_grade
bias_low: the lower end of its interval; NULL for fewer than two queries
bias_high: the upper end of its interval; NULL for fewer than two queries
n_items: items with both grades
n_queries: queries with both grades
n_machine: items that the machine graded [rankhouse]';
create or replace macro grade_confusion(human, machine, "by" := [], query_id := 'query_id', item_id := 'item_id',
    relevance := 'relevance', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('grade_confusion', to_json({'version': '1.0.0', 'human': human,
    'machine': machine, 'by': "by", 'query_id': query_id, 'item_id': item_id, 'relevance': relevance,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table grade_confusion is 'How often items have each pair of grades, by people and by a machine. One row per group and pair of grades that occurs.
human: Judgments of people: query_id, item_id and relevance, a number. Rows where one of them is NULL, or the grade NaN
    or beyond 1e100, do not count. Merge the ratings of several raters first (merge_ratings); several grades of an item
    each count.
machine: Judgments of a machine for the same items and for others, with the columns named in by. A human grade does not
    count if the machine did not grade the item.
"by" := []: Columns of the machine''s judgments, such as the model, the day, or the item''s length; each combination of
    their values, including NULL, is a group.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
relevance := ''relevance'': Your name of the column relevance.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
human_grade: people''s grade; NULL for items that people did not grade
machine_grade: the machine''s grade
n_items: items with these two grades
human_share: their share of the items with this human grade, 0 to 1
machine_share: their share of the items with this machine grade and a human one, 0 to 1 [rankhouse]';
create or replace macro click_judgments(log, "by" := [], method := 'coec', min_impressions := 1, grades := null,
    examination := null, prior := [0, 0], fit_prior := false, steps := 50, updates := 'simultaneous',
    unclicked := 'examined', counts := false, first_position := 1, search_id := 'search_id', query_id := 'query_id',
    item_id := 'item_id', "position" := 'position', clicked := 'clicked', impressions := 'impressions',
    clicks := 'clicks', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('click_judgments', to_json({'version': '1.0.0', 'log': log, 'by': "by",
    'method': method, 'min_impressions': min_impressions, 'grades': grades, 'examination': examination, 'prior': prior,
    'fit_prior': fit_prior, 'steps': steps, 'updates': updates, 'unclicked': unclicked, 'counts': counts,
    'first_position': first_position, 'search_id': search_id, 'query_id': query_id, 'item_id': item_id,
    'position': "position", 'clicked': clicked, 'impressions': impressions, 'clicks': clicks, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table click_judgments is 'Judgments from a click log. One row per query and item. An item without a relevance, such as one that no search
    examined, has no row.
log: One row per item shown: search_id, query_id, item_id, position (from 1) and clicked; or counts, one row per query,
    item and position (and day, or other columns): query_id, item_id, position, impressions and clicks. Python refuses
    rows where one of them is NULL, and a position that a search has twice. Elsewhere the former do not count, and each
    row of the latter does.
"by" := []: Columns; each combination of their values, including NULL, is estimated separately.
method := ''coec'': coec (an item''s clicks over the average clicks at its positions; 1 is an average item), ctr (clicks
    over impressions, wrong if higher positions are seen more often), pbm (the position-based model), or, by how far a
    search was examined, cascade (down to the first click), dcm and sdbn (down to the last click; sdbn multiplies by the
    share of clicks that were the last). The last three need the log.
min_impressions := 1: Items with fewer impressions have no row; the positions'' effects are estimated from all items.
grades := null: A list of thresholds, such as [0.1, 0.3], or a whole number of quantiles; relevance is then a whole
    number: how many thresholds it reaches, or its quantile, from 0 on.
examination := null: The examination of each position, position and examination, as position_bias gives it, instead of
    the estimates of coec and pbm. From 1e-50 to 1e50.
prior := [0, 0]: Clicks, and impressions without a click, that every share starts with; PyClick has (1, 1).
fit_prior := false: true, for ctr: estimate the prior from how the items'' shares differ, by their moments (Kleinman
    1973).
steps := 50: For pbm, the steps of expectation and maximisation, 1 to 200.
updates := ''simultaneous'': For pbm: simultaneous updates attraction and examination from the same old values;
    alternating updates examination from the new attraction.
unclicked := ''examined'': Whether a search without a click was examined to its end, or was unexamined.
counts := false: Whether the log has impressions and clicks instead of searches.
first_position := 1: 0 if positions start at 0.
search_id := ''search_id'': Your name of the column search_id.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
"position" := ''position'': Your name of the column position.
clicked := ''clicked'': Your name of the column clicked.
impressions := ''impressions'': Your name of the column impressions.
clicks := ''clicks'': Your name of the column clicks.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
query_id: the query
item_id: the item
relevance: what method makes of the clicks; with grades, a whole number
impressions: how often it was shown
clicks: how often it was clicked
expected_clicks: the clicks that an item of relevance 1 would have had at its positions
std_error: the standard error of the relevance [rankhouse]';
create or replace macro position_bias(log, "by" := [], method := 'pbm', prior := [0, 0], steps := 50,
    updates := 'simultaneous', confidence := 0.95, counts := false, first_position := 1, search_id := 'search_id',
    query_id := 'query_id', item_id := 'item_id', "position" := 'position', clicked := 'clicked',
    impressions := 'impressions', clicks := 'clicks', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('position_bias', to_json({'version': '1.0.0', 'log': log, 'by': "by",
    'method': method, 'prior': prior, 'steps': steps, 'updates': updates, 'confidence': confidence, 'counts': counts,
    'first_position': first_position, 'search_id': search_id, 'query_id': query_id, 'item_id': item_id,
    'position': "position", 'clicked': clicked, 'impressions': impressions, 'clicks': clicks, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table position_bias is 'How much more often higher positions are examined. One row per position.
log: One row per item shown: search_id, query_id, item_id, position (from 1) and clicked; or counts, one row per query,
    item and position (and day, or other columns): query_id, item_id, position, impressions and clicks. Python refuses
    rows where one of them is NULL, and a position that a search has twice. Elsewhere the former do not count, and each
    row of the latter does.
"by" := []: Columns; each combination of their values, including NULL, is estimated separately.
method := ''pbm'': pbm (the position-based model), swaps (from items of a query that were seen at neighbouring positions;
    the ratios are chained) or random (shares of clicks, if positions were drawn at random).
prior := [0, 0]: For pbm, clicks and impressions without a click that every share starts with; PyClick has (1, 1).
steps := 50: For pbm, the steps of expectation and maximisation, 1 to 200.
updates := ''simultaneous'': For pbm: simultaneous updates attraction and examination from the same old values;
    alternating updates examination from the new attraction.
confidence := 0.95: The confidence level of the interval, above 0 and below 1. It is normal in the logarithm.
counts := false: Whether the log has impressions and clicks instead of searches.
first_position := 1: 0 if positions start at 0.
search_id := ''search_id'': Your name of the column search_id.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
"position" := ''position'': Your name of the column position.
clicked := ''clicked'': Your name of the column clicked.
impressions := ''impressions'': Your name of the column impressions.
clicks := ''clicks'': Your name of the column clicks.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
position: the position, from 1
examination: relative to the first position, where it is 1; NULL with swaps, for the first position that shares no
    clicked item with the position above it and for all positions below; also if nobody clicks on the first position
impressions: how often an item was shown there
clicks: how often an item was clicked there
ci_low: the lower end of the interval, normal in the logarithm
ci_high: its upper end [rankhouse]';
create or replace macro prediction_powered(human, machine, "by" := [], tuned := true, confidence := 0.95,
    query_id := 'query_id', measure := 'measure', value := 'value', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('prediction_powered', to_json({'version': '1.0.0', 'human': human,
    'machine': machine, 'by': "by", 'tuned': tuned, 'confidence': confidence, 'query_id': query_id, 'measure': measure,
    'value': value, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer,
    'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table prediction_powered is 'The means that human labels would give, estimated from a few of them and many machine labels. One row per group and
    measure. It assumes that the queries with human labels are a random sample of all queries.
human: Values by query under human labels: query_id, measure, value and the columns named in by, as query_metrics or
    evaluate(..., per_query=True) gives them.
machine: The same under machine labels, for these queries and all others. A human value without a machine value does not
    count, and neither does a value that is NULL, NaN or beyond 1e100.
"by" := []: Columns of both tables; each combination of their values, including NULL, is estimated separately.
tuned := true: true: weight the machine so that the interval is shortest (PPI++), which needs 100 human labels; false:
    count it in full (PPI).
confidence := 0.95: The confidence level of the interval, above 0 and below 1. The interval is normal and may end beyond
    the range of the measure.
query_id := ''query_id'': Your name of the column query_id.
measure := ''measure'': Your name of the column measure.
value := ''value'': Your name of the column value.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
measure: the measure, as a canonical string
value: the estimated mean
ci_low: the lower end of a normal interval, not cut off at the range of the measure; NULL for fewer than two human
    values
ci_high: its upper end; NULL for fewer than two human values
tuning: the weight of the machine; 0 is the mean of the human values alone, 0 to 1
n_human: queries with both values
n_machine: queries with a machine value
effective_labels: how many human values would give as short an interval without the machine [rankhouse]';
create or replace macro interleaving(log, method := 'team_draft', cluster := null, "by" := [], test := 'sign',
    confidence := 0.95, power := 0.8, team_a := 'a', team_b := 'b', credit := 'reciprocal_rank', length := null,
    search_id := 'search_id', item_id := 'item_id', "position" := 'position', clicked := 'clicked', team := 'team',
    rank_a := 'rank_a', rank_b := 'rank_b', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('interleaving', to_json({'version': '1.0.0', 'log': log, 'method': method,
    'cluster': cluster, 'by': "by", 'test': test, 'confidence': confidence, 'power': power, 'team_a': team_a,
    'team_b': team_b, 'credit': credit, 'length': length, 'search_id': search_id, 'item_id': item_id,
    'position': "position", 'clicked': clicked, 'team': team, 'rank_a': rank_a, 'rank_b': rank_b, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table interleaving is 'Which of two systems the clicks on interleaved lists prefer. One row per group.
log: One row per item that a search showed: search_id, item_id, position, clicked (true or false, 1 or 0) and team
    (whose item it is; NULL: neither''s), or for the other methods rank_a and rank_b (the item''s rank in either list,
    from 1; NULL: not there). A row without a search, an item or a position counts as not shown. Python refuses an item
    or a position that a search has twice; elsewhere an item counts once, and each item of a position.
method := ''team_draft'': How the lists were interleaved: team_draft (a click counts for the team of its item), balanced
    (clicks among the first k of each list, where k is the better rank of the lowest click) or optimised (a click counts
    for both lists, by rank).
cluster := null: A column, such as the user, whose searches may depend on each other; a search without a value is its
    own cluster. null: searches count separately.
"by" := []: Columns; each combination of their values, including NULL, is a group.
test := ''sign'': sign (wins against losses of searches or clusters, exactly binomial) or t.
confidence := 0.95: The confidence level of the interval, above 0 and below 1: 0.95 for 95 %.
power := 0.8: The probability, in searches_needed, of finding the preference, above 0.5 and below 1.
team_a := ''a'': The name of the first system in the column team, in upper or lower case.
team_b := ''b'': The name of the second system in the column team, in upper or lower case.
credit := ''reciprocal_rank'': For optimised, what a click is worth: reciprocal_rank (1 / rank) or rank (-rank).
length := null: For optimised, how long both lists are; an item missing from a list is ranked one below its end. null:
    the length of what was shown, or the deepest rank of the search.
search_id := ''search_id'': Your name of the column search_id.
item_id := ''item_id'': Your name of the column item_id.
"position" := ''position'': Your name of the column position.
clicked := ''clicked'': Your name of the column clicked.
team := ''team'': Your name of the column team.
rank_a := ''rank_a'': Your name of the column rank_a.
rank_b := ''rank_b'': Your name of the column rank_b.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
wins_a: searches that prefer the first system
wins_b: searches that prefer the second system
ties: searches that prefer neither; a search without clicks is a tie
preference: (wins_a - wins_b) / searches, -1 to 1
ci_low: the lower end of the interval; NULL for one search or cluster, and if all searches agree
ci_high: the upper end of the interval; NULL for one search or cluster, and if all searches agree
p_value: two-sided, 0 to 1
searches_needed: how many searches a t-test needs in all to find this preference [rankhouse]';
create or replace macro interleaving_decision(log, baseline := null, method := 'team_draft', segments := [], "by" := [],
    cluster := null, test := 't', confidence := 0.95, power := 0.8, team_a := 'a', team_b := 'b',
    credit := 'reciprocal_rank', length := null, search_id := 'search_id', item_id := 'item_id',
    "position" := 'position', clicked := 'clicked', team := 'team', rank_a := 'rank_a', rank_b := 'rank_b',
    columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('interleaving_decision', to_json({'version': '1.0.0', 'log': log,
    'baseline': baseline, 'method': method, 'segments': segments, 'by': "by", 'cluster': cluster, 'test': test,
    'confidence': confidence, 'power': power, 'team_a': team_a, 'team_b': team_b, 'credit': credit, 'length': length,
    'search_id': search_id, 'item_id': item_id, 'position': "position", 'clicked': clicked, 'team': team,
    'rank_a': rank_a, 'rank_b': rank_b, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when
    starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table interleaving_decision is 'What interleaved searches decide: ship, do not ship, or not decided; with all segments that fall. One row per group. The
    difference is the preference: searches won less searches lost, by all searches.
log: One row per item that a search showed: search_id, item_id, position, clicked (true or false, 1 or 0) and team
    (whose item it is; NULL: neither''s), or for the other methods rank_a and rank_b (the item''s rank in either list,
    from 1; NULL: not there). A row without a search, an item or a position counts as not shown. Python refuses an item
    or a position that a search has twice; elsewhere an item counts once, and each item of a position.
baseline := null: The team that the other one is compared with. null: either can be shipped.
method := ''team_draft'': How the lists were interleaved: team_draft (a click counts for the team of its item), balanced
    (clicks among the first k of each list, where k is the better rank of the lowest click) or optimised (a click counts
    for both lists, by rank).
segments := []: Columns such as country. A unit (a search, query, row or slate) has one value of each. Each value, NULL
    too, is a segment, and the system falls in it where it is worse with a p-value below (1 - confidence) / 5. Segments
    of fewer than 30 units are also tested together.
"by" := []: Columns; each combination of their values, including NULL, is a group.
cluster := null: A column, such as the user, whose units (searches, queries, rows or slates) may depend on each other:
    its values are then the units. null: a decision has to hold over a column user_id, document_id, session_id,
    conversation_id, patient_id, cluster or cluster_id too, where the table has one whose values have several units.
    false: units are independent.
test := ''t'': The test: t, of the sum of differences, for which the largest gains are capped where that tells more, so
    that no further loss makes a decision milder; sign, exact, of how many units are won and lost; or randomisation,
    Fisher''s flips of signs, 10,000 of them.
confidence := 0.95: A system is better or worse with a p-value below 1 - confidence, above 0 and below 1. The interval
    has it too.
power := 0.8: The probability of a decision with more_units more units, above 0.5 and below 1.
team_a := ''a'': The name of the first system in the column team, in upper or lower case.
team_b := ''b'': The name of the second system in the column team, in upper or lower case.
credit := ''reciprocal_rank'': For optimised, what a click is worth: reciprocal_rank (1 / rank) or rank (-rank).
length := null: For optimised, how long both lists are; an item missing from a list is ranked one below its end. null:
    the length of what was shown, or the deepest rank of the search.
search_id := ''search_id'': Your name of the column search_id.
item_id := ''item_id'': Your name of the column item_id.
"position" := ''position'': Your name of the column position.
clicked := ''clicked'': Your name of the column clicked.
team := ''team'': Your name of the column team.
rank_a := ''rank_a'': Your name of the column rank_a.
rank_b := ''rank_b'': Your name of the column rank_b.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
decision: ship, ship, but (something falls), do not ship or not decided
system: the system to ship or not
baseline: the system it is compared with; without one, that which it is least surely better than
measure: the measure that decides
difference: mean of the system minus mean of the baseline
ci_low: the lower end of the interval of the difference
ci_high: its upper end
p_adjusted: the p-value that decides, 0 to 1
unit: what counts: queries, searches, rows, slates or clusters
n_units: how many there are
more_units: how many more would decide with the given power; NULL if it is decided, or more would not tell
falls: what falls with its difference, the largest loss first; empty if nothing does
reason: why [rankhouse]';
create or replace macro policy_decision(log, estimators := ['snips'], clip := null, switch := null, shrinkage := null,
    segments := [], "by" := [], cluster := null, test := 't', confidence := 0.95, power := 0.8,
    logging_probability := 'logging_probability', target_probability := 'target_probability',
    baseline_probability := 'baseline_probability', reward := 'reward', predicted_reward := 'predicted_reward',
    target_predicted_reward := 'target_predicted_reward', baseline_predicted_reward := 'baseline_predicted_reward',
    slate_id := 'slate_id', "position" := 'position', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('policy_decision', to_json({'version': '1.0.0', 'log': log,
    'estimators': estimators, 'clip': clip, 'switch': switch, 'shrinkage': shrinkage, 'segments': segments, 'by': "by",
    'cluster': cluster, 'test': test, 'confidence': confidence, 'power': power,
    'logging_probability': logging_probability, 'target_probability': target_probability,
    'baseline_probability': baseline_probability, 'reward': reward, 'predicted_reward': predicted_reward,
    'target_predicted_reward': target_predicted_reward, 'baseline_predicted_reward': baseline_predicted_reward,
    'slate_id': slate_id, 'position': "position", 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer:
    case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table policy_decision is 'What a log decides of two policies: ship, do not ship, or not decided; with all segments that fall. One row per group.
    system is target, baseline is baseline, measure the estimator. Nothing is decided if the log is worth fewer than 30
    rows, or slates, for one of them.
log: The log, as for off_policy, with the other policy''s baseline_probability and, if rewards are predicted,
    baseline_predicted_reward. If the baseline is the log''s own policy, its probability is the logging one:
    columns={"baseline_probability": "logging_probability"}.
estimators := [''snips'']: Estimators of off_policy. The first decides; the others are guardrails, in which the target
    must not be significantly worse.
clip := null: The largest weight, for ips, dr, sips, iips and rips.
switch := null: For switch_dr, the weight above which only the model counts.
shrinkage := null: For dros: weights w become shrinkage * w / (w^2 + shrinkage).
segments := []: Columns such as country. A unit (a search, query, row or slate) has one value of each. Each value, NULL
    too, is a segment, and the system falls in it where it is worse with a p-value below (1 - confidence) / 5. Segments
    of fewer than 30 units are also tested together.
"by" := []: Columns; each combination of their values, including NULL, is a group.
cluster := null: A column, such as the user, whose units (searches, queries, rows or slates) may depend on each other:
    its values are then the units. null: a decision has to hold over a column user_id, document_id, session_id,
    conversation_id, patient_id, cluster or cluster_id too, where the table has one whose values have several units.
    false: units are independent.
test := ''t'': The test: t, of the sum of differences, for which the largest gains are capped where that tells more, so
    that no further loss makes a decision milder; sign, exact, of how many units are won and lost; or randomisation,
    Fisher''s flips of signs, 10,000 of them.
confidence := 0.95: A system is better or worse with a p-value below 1 - confidence, above 0 and below 1. The interval
    has it too.
power := 0.8: The probability of a decision with more_units more units, above 0.5 and below 1.
logging_probability := ''logging_probability'': Your name of the column logging_probability.
target_probability := ''target_probability'': Your name of the column target_probability.
baseline_probability := ''baseline_probability'': Your name of the column baseline_probability.
reward := ''reward'': Your name of the column reward.
predicted_reward := ''predicted_reward'': Your name of the column predicted_reward.
target_predicted_reward := ''target_predicted_reward'': Your name of the column target_predicted_reward.
baseline_predicted_reward := ''baseline_predicted_reward'': Your name of the column baseline_predicted_reward.
slate_id := ''slate_id'': Your name of the column slate_id.
"position" := ''position'': Your name of the column position.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
decision: ship, ship, but (something falls), do not ship or not decided
system: the system to ship or not
baseline: the system it is compared with; without one, that which it is least surely better than
measure: the measure that decides
difference: mean of the system minus mean of the baseline
ci_low: the lower end of the interval of the difference
ci_high: its upper end
p_adjusted: the p-value that decides, 0 to 1
unit: what counts: queries, searches, rows, slates or clusters
n_units: how many there are
more_units: how many more would decide with the given power; NULL if it is decided, or more would not tell
falls: what falls with its difference, the largest loss first; empty if nothing does
reason: why [rankhouse]';
create or replace macro interleaving_searches(log, method := 'team_draft', "by" := [], team_a := 'a', team_b := 'b',
    credit := 'reciprocal_rank', length := null, search_id := 'search_id', item_id := 'item_id',
    "position" := 'position', clicked := 'clicked', team := 'team', rank_a := 'rank_a', rank_b := 'rank_b',
    columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('interleaving_searches', to_json({'version': '1.0.0', 'log': log,
    'method': method, 'by': "by", 'team_a': team_a, 'team_b': team_b, 'credit': credit, 'length': length,
    'search_id': search_id, 'item_id': item_id, 'position': "position", 'clicked': clicked, 'team': team,
    'rank_a': rank_a, 'rank_b': rank_b, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when
    starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table interleaving_searches is 'What each search of an interleaved log says. One row per group and search. A search without clicks is a tie.
log: One row per item that a search showed: search_id, item_id, position, clicked (true or false, 1 or 0) and team
    (whose item it is; NULL: neither''s), or for the other methods rank_a and rank_b (the item''s rank in either list,
    from 1; NULL: not there). A row without a search, an item or a position counts as not shown. Python refuses an item
    or a position that a search has twice; elsewhere an item counts once, and each item of a position.
method := ''team_draft'': How the lists were interleaved: team_draft (a click counts for the team of its item), balanced
    (clicks among the first k of each list, where k is the better rank of the lowest click) or optimised (a click counts
    for both lists, by rank).
"by" := []: Columns; each combination of their values, including NULL, is a group.
team_a := ''a'': The name of the first system in the column team, in upper or lower case.
team_b := ''b'': The name of the second system in the column team, in upper or lower case.
credit := ''reciprocal_rank'': For optimised, what a click is worth: reciprocal_rank (1 / rank) or rank (-rank).
length := null: For optimised, how long both lists are; an item missing from a list is ranked one below its end. null:
    the length of what was shown, or the deepest rank of the search.
search_id := ''search_id'': Your name of the column search_id.
item_id := ''item_id'': Your name of the column item_id.
"position" := ''position'': Your name of the column position.
clicked := ''clicked'': Your name of the column clicked.
team := ''team'': Your name of the column team.
rank_a := ''rank_a'': Your name of the column rank_a.
rank_b := ''rank_b'': Your name of the column rank_b.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
search_id: the search
clicks: its clicks
credit_a: what its clicks are worth to the first system
credit_b: what they are worth to the second
winner: a, b or tie
preference: 1, -1 or 0 [rankhouse]';
create or replace macro click_estimates(log, run, examination, measures, clip := null, "by" := [], run_by := [],
    search_id := 'search_id', query_id := 'query_id', item_id := 'item_id', "position" := 'position',
    clicked := 'clicked', score := 'score', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('click_estimates', to_json({'version': '1.0.0', 'log': log, 'run': run,
    'examination': examination, 'measures': measures, 'clip': clip, 'by': "by", 'run_by': run_by,
    'search_id': search_id, 'query_id': query_id, 'item_id': item_id, 'position': "position", 'clicked': clicked,
    'score': score, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer,
    'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table click_estimates is 'What a ranker''s lists would have earned, from the clicks on another ranker''s lists. One row per group and measure. It
    assumes that whether a user looks at an item depends only on its position, and whether the user then clicks depends
    only on the item.
log: One row per item that a search showed: search_id, query_id, item_id, position and clicked (true or false, 1 or 0).
    A row where one of the first four is NULL does not count; an item that a search shows twice counts once.
run: The new ranker''s lists: query_id, item_id and score.
examination: How often users look at each position: position and examination, as position_bias gives it. For snips only
    its ratios matter.
measures: dcg, precision and reciprocal_rank, each with or without a cutoff, such as dcg@10; and
    average_relevance_position.
clip := null: The largest weight of a click, 1 / examination.
"by" := []: Columns of the log; each combination of their values, including NULL, is estimated separately.
run_by := []: The columns of by that the run has too; a search is evaluated on the run''s lists with the same values.
search_id := ''search_id'': Your name of the column search_id.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
"position" := ''position'': Your name of the column position.
clicked := ''clicked'': Your name of the column clicked.
score := ''score'': Your name of the column score.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
measure: the measure, as a canonical string
naive: the mean over searches of the worth of clicked items at their ranks in the run
ips: the same with each click divided by the examination of its position
snips: the worth of a click: the same divided by the weights of all clicks
std_error: the standard error of ips, over searches; NULL for one search
n_searches: searches
effective_size: how many clicks of equal weight would give as much information
largest_share: the share of all weight in the heaviest one per cent of clicks, 0 to 1
unseen_share: the share of items in the new lists that the log never showed for their query, 0 to 1
n_left_out: searches of queries that the run does not have, and those with a click at a position that does not have
    exactly one examination above 0 [rankhouse]';
create or replace macro off_policy(log, estimators := ['ips', 'snips', 'dr'], clip := null, switch := null,
    shrinkage := null, "by" := [], confidence := 0.95, logging_probability := 'logging_probability',
    target_probability := 'target_probability', reward := 'reward', predicted_reward := 'predicted_reward',
    target_predicted_reward := 'target_predicted_reward', slate_id := 'slate_id', "position" := 'position',
    columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('off_policy', to_json({'version': '1.0.0', 'log': log,
    'estimators': estimators, 'clip': clip, 'switch': switch, 'shrinkage': shrinkage, 'by': "by",
    'confidence': confidence, 'logging_probability': logging_probability, 'target_probability': target_probability,
    'reward': reward, 'predicted_reward': predicted_reward, 'target_predicted_reward': target_predicted_reward,
    'slate_id': slate_id, 'position': "position", 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer:
    case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table off_policy is 'What a policy would have earned, from another policy''s log. One row per group and estimator. It assumes that the log''s
    policy sometimes played everything that the evaluated policy plays, and did so with the logged probability.
log: One row per action that was played: logging_probability (of the policy that played it), target_probability (of the
    policy in question) and reward; for dm, dr and others with a model of rewards also target_predicted_reward (the mean
    prediction for what the policy would play) and, except for dm, predicted_reward (the prediction for what was
    played). For slates, one row per position, with slate_id and position. Python refuses a row whose probability,
    reward or prediction is not valid, and a position that a slate has twice; elsewhere they are left out with their
    whole slate and counted in n_left_out.
estimators := [''ips'', ''snips'', ''dr'']: One or several of ips, snips, dm, dr, sndr, switch_dr, dros; for slates sips and
    snsips (probabilities of whole slates), iips and sniips (of an item at its position), or rips, snrips and cascade_dr
    (of the items from the first position down to this one).
clip := null: The largest weight, for ips, dr, sips, iips and rips.
switch := null: For switch_dr, the weight above which only the model counts.
shrinkage := null: For dros: weights w become shrinkage * w / (w^2 + shrinkage).
"by" := []: Columns; each combination of their values, including NULL, is estimated separately.
confidence := 0.95: The confidence level of the interval, above 0 and below 1. It is normal.
logging_probability := ''logging_probability'': Your name of the column logging_probability.
target_probability := ''target_probability'': Your name of the column target_probability.
reward := ''reward'': Your name of the column reward.
predicted_reward := ''predicted_reward'': Your name of the column predicted_reward.
target_predicted_reward := ''target_predicted_reward'': Your name of the column target_predicted_reward.
slate_id := ''slate_id'': Your name of the column slate_id.
"position" := ''position'': Your name of the column position.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
estimator: the estimator
value: the estimate, per action or slate
std_error: the standard error of the value; NULL for one row
ci_low: the lower end of a normal interval; NULL for one row
ci_high: its upper end; NULL for one row
n: actions, or slates
effective_size: how many rows of equal weight would give as much information
n_left_out: rows that were left out; 0 in Python, which refuses them [rankhouse]';
create or replace macro compare_policies(log, estimators := ['ips', 'snips', 'dr'], clip := null, switch := null,
    shrinkage := null, "by" := [], confidence := 0.95, logging_probability := 'logging_probability',
    target_probability := 'target_probability', baseline_probability := 'baseline_probability', reward := 'reward',
    predicted_reward := 'predicted_reward', target_predicted_reward := 'target_predicted_reward',
    baseline_predicted_reward := 'baseline_predicted_reward', slate_id := 'slate_id', "position" := 'position',
    columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('compare_policies', to_json({'version': '1.0.0', 'log': log,
    'estimators': estimators, 'clip': clip, 'switch': switch, 'shrinkage': shrinkage, 'by': "by",
    'confidence': confidence, 'logging_probability': logging_probability, 'target_probability': target_probability,
    'baseline_probability': baseline_probability, 'reward': reward, 'predicted_reward': predicted_reward,
    'target_predicted_reward': target_predicted_reward, 'baseline_predicted_reward': baseline_predicted_reward,
    'slate_id': slate_id, 'position': "position", 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer:
    case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table compare_policies is 'Two policies compared on a third policy''s log, row by row. One row per group and estimator. Both policies use the same
    rewards, so the interval of the difference is shorter than with two logs.
log: The log, as for off_policy, with the other policy''s baseline_probability and, if rewards are predicted,
    baseline_predicted_reward. If the baseline is the log''s own policy, its probability is the logging one:
    columns={"baseline_probability": "logging_probability"}.
estimators := [''ips'', ''snips'', ''dr'']: One or several of ips, snips, dm, dr, sndr, switch_dr, dros; for slates sips and
    snsips (probabilities of whole slates), iips and sniips (of an item at its position), or rips, snrips and cascade_dr
    (of the items from the first position down to this one).
clip := null: The largest weight, for ips, dr, sips, iips and rips.
switch := null: For switch_dr, the weight above which only the model counts.
shrinkage := null: For dros: weights w become shrinkage * w / (w^2 + shrinkage).
"by" := []: Columns; each combination of their values, including NULL, is estimated separately.
confidence := 0.95: The confidence level of the interval, above 0 and below 1. It is normal.
logging_probability := ''logging_probability'': Your name of the column logging_probability.
target_probability := ''target_probability'': Your name of the column target_probability.
baseline_probability := ''baseline_probability'': Your name of the column baseline_probability.
reward := ''reward'': Your name of the column reward.
predicted_reward := ''predicted_reward'': Your name of the column predicted_reward.
target_predicted_reward := ''target_predicted_reward'': Your name of the column target_predicted_reward.
baseline_predicted_reward := ''baseline_predicted_reward'': Your name of the column baseline_predicted_reward.
slate_id := ''slate_id'': Your name of the column slate_id.
"position" := ''position'': Your name of the column position.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
estimator: the estimator
value: the estimate of the policy
baseline_value: the estimate of the other policy
difference: value minus baseline_value
std_error: the standard error of the difference; NULL for one row
ci_low: the lower end of a normal interval of the difference; NULL for one row
ci_high: its upper end; NULL for one row
n: actions, or slates
effective_size: how many rows of equal weight would give as much information
baseline_effective_size: the same for the other policy
n_left_out: rows that were left out; 0 in Python, which refuses them [rankhouse]';
create or replace macro off_policy_tuning(log, estimators := ['ips'], clip := [1, 2, 5, 10, 20, 50, 100, 200, 500,
    1000], switch := [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000], shrinkage := [1, 10, 100, 1000, 10000, 100000,
    1000000], "by" := [], confidence := 0.95, logging_probability := 'logging_probability',
    target_probability := 'target_probability', reward := 'reward', predicted_reward := 'predicted_reward',
    target_predicted_reward := 'target_predicted_reward', slate_id := 'slate_id', "position" := 'position',
    columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('off_policy_tuning', to_json({'version': '1.0.0', 'log': log,
    'estimators': estimators, 'clip': clip, 'switch': switch, 'shrinkage': shrinkage, 'by': "by",
    'confidence': confidence, 'logging_probability': logging_probability, 'target_probability': target_probability,
    'reward': reward, 'predicted_reward': predicted_reward, 'target_predicted_reward': target_predicted_reward,
    'slate_id': slate_id, 'position': "position", 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer:
    case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table off_policy_tuning is 'Which clip, switch or shrinkage gives an estimator the least estimated error. One row per group, estimator and
    candidate.
log: One row per action that was played: logging_probability (of the policy that played it), target_probability (of the
    policy in question) and reward; for dm, dr and others with a model of rewards also target_predicted_reward (the mean
    prediction for what the policy would play) and, except for dm, predicted_reward (the prediction for what was
    played). For slates, one row per position, with slate_id and position. Python refuses a row whose probability,
    reward or prediction is not valid, and a position that a slate has twice; elsewhere they are left out with their
    whole slate and counted in n_left_out.
estimators := [''ips'']: One or several of ips, dr (clip), switch_dr (switch), dros (shrinkage); for slates sips, iips or
    rips (clip).
clip := [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]: Candidates for ips, dr, sips, iips and rips, each above 0. Having no
    limit is always tried.
switch := [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]: Candidates for switch_dr, each above 0. Having no limit is always
    tried.
shrinkage := [1, 10, 100, 1000, 10000, 100000, 1000000]: Candidates for dros, each above 0. Having no limit is always
    tried.
"by" := []: Columns; each combination of their values, including NULL, has its own choice.
confidence := 0.95: The confidence level of the interval, above 0 and below 1. The interval is normal; it accounts for
    neither the bias nor the choice.
logging_probability := ''logging_probability'': Your name of the column logging_probability.
target_probability := ''target_probability'': Your name of the column target_probability.
reward := ''reward'': Your name of the column reward.
predicted_reward := ''predicted_reward'': Your name of the column predicted_reward.
target_predicted_reward := ''target_predicted_reward'': Your name of the column target_predicted_reward.
slate_id := ''slate_id'': Your name of the column slate_id.
"position" := ''position'': Your name of the column position.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
estimator: the estimator
parameter: clip, switch or shrinkage
candidate: the candidate; NULL for no limit, which is always tried
value: the estimate
std_error: the standard error of the value; NULL for one row
ci_low: the lower end of the interval, which includes neither the bias nor the choice; NULL for one row
ci_high: its upper end; NULL for one row
bias: the value minus the value without a limit
rmse: the square root of std_error^2 + bias^2; NULL for one row
is_chosen: whether it has the lowest rmse; among equal ones, the highest candidate
n: actions, or slates
effective_size: how many rows of equal weight would give as much information
n_left_out: rows that were left out; 0 in Python, which refuses them [rankhouse]';
create or replace macro off_policy_weights(log, "by" := [], confidence := 0.95,
    logging_probability := 'logging_probability', target_probability := 'target_probability', columns := map {},
    show_sql := false) as table
from query(list_transform([rankhouse_sql('off_policy_weights', to_json({'version': '1.0.0', 'log': log, 'by': "by",
    'confidence': confidence, 'logging_probability': logging_probability, 'target_probability': target_probability,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table off_policy_weights is 'Whether a log can answer for a policy, judged by the weights of its rows (target over logging probability). One row per
    group.
log: One row per action that was played: logging_probability and target_probability.
"by" := []: Columns; each combination of their values, including NULL, is estimated separately.
confidence := 0.95: The confidence level of the interval of the mean weight, above 0 and below 1.
logging_probability := ''logging_probability'': Your name of the column logging_probability.
target_probability := ''target_probability'': Your name of the column target_probability.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
n: actions, or slates
mean_weight: about 1, apart from chance; lower if the policy plays what the log never played
ci_low: the lower end of its interval; NULL for one row
ci_high: the upper end of its interval; NULL for one row
effective_size: how many rows of equal weight would give as much information
median: the median of the weights
p90: the 90th percentile of the weights
p99: the 99th percentile of the weights
highest: the highest weight
largest_share: the share of all weight in the heaviest one per cent, 0 to 1
zero_share: the share of the rows that the policy would never have played, 0 to 1
n_left_out: rows that were left out; 0 in Python, which refuses them [rankhouse]';
create or replace macro interleaving_checks(log, "by" := [], team_a := 'a', team_b := 'b', search_id := 'search_id',
    item_id := 'item_id', "position" := 'position', clicked := 'clicked', team := 'team', columns := map {},
    show_sql := false) as table
from query(list_transform([rankhouse_sql('interleaving_checks', to_json({'version': '1.0.0', 'log': log, 'by': "by",
    'team_a': team_a, 'team_b': team_b, 'search_id': search_id, 'item_id': item_id, 'position': "position",
    'clicked': clicked, 'team': team, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when
    starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table interleaving_checks is 'Whether team drafts were dealt fairly, and which rows of the log do not count. One row per group.
log: One row per item that a search showed: search_id, item_id, position, team and clicked. An item or a position that a
    search has twice is counted in n_repeated.
"by" := []: Columns; each combination of their values, including NULL, is a group.
team_a := ''a'': The name of the first system in the column team, in upper or lower case.
team_b := ''b'': The name of the second system in the column team, in upper or lower case.
search_id := ''search_id'': Your name of the column search_id.
item_id := ''item_id'': Your name of the column item_id.
"position" := ''position'': Your name of the column position.
clicked := ''clicked'': Your name of the column clicked.
team := ''team'': Your name of the column team.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
n_searches: searches
n_without_clicks: searches among them without a click
first_a: how often the first system was first
first_b: how often the second system was first
first_p_value: the p-value of the sign test of these two; a value near 0 is not chance, 0 to 1
more_a: how often the first system had more items
more_b: how often the second system had
more_p_value: the p-value of the sign test of these two, 0 to 1
items_a: items of the first system
items_b: items of the second system
n_neither: items of neither team
n_left_out: rows without a search, an item or a position
n_repeated: rows of an item or a position that the search already has [rankhouse]';
create or replace macro search_health(searches, clicks, k := [1, 10], "by" := [], cluster := null,
    search_id := 'search_id', query_id := 'query_id', n_results := 'n_results', "position" := 'position', columns := map
    {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('search_health', to_json({'version': '1.0.0', 'searches': searches,
    'clicks': clicks, 'k': k, 'by': "by", 'cluster': cluster, 'search_id': search_id, 'query_id': query_id,
    'n_results': n_results, 'position': "position", 'columns': columns, 'show_sql': show_sql})::varchar)], lambda
    answer: case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer
    end)[1]);
comment on macro table search_health is 'Search as its users met it. One row per group and measure.
searches: One row per search: search_id, query_id and n_results, how many results it had. Rows where one of them is NULL
    are refused in Python; elsewhere they do not count.
clicks: One row per click: search_id and position, 1 for the first result. Rows where one of them is NULL, and clicks on
    unknown searches, are refused in Python; elsewhere they do not count.
k := [1, 10]: The positions of success@k, whole numbers.
"by" := []: Columns of the searches; each combination of their values, including NULL, is measured separately.
cluster := null: A column of the searches, such as the user, whose searches may depend on each other; a search without a
    value is its own cluster. null: searches count separately.
search_id := ''search_id'': Your name of the column search_id.
query_id := ''query_id'': Your name of the column query_id.
n_results := ''n_results'': Your name of the column n_results.
"position" := ''position'': Your name of the column position.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
measure: no_result (the share of searches without results), abandoned (of searches with results, the share without a
    click), success@k (the share of searches with a click at a position up to k), first_click (of searches with a click,
    the mean of 1 / the first position clicked) or clicks (per search)
value: the mean over n searches; NULL without such searches
n: the searches that the measure is of
std_error: the standard error of the value; NULL for fewer than two searches or clusters
ci_low: the lower end of a 95 % interval (Student''s t); NULL for fewer than two searches or clusters
ci_high: its upper end; NULL for fewer than two searches or clusters [rankhouse]';
create or replace macro metric_trust(experiments, "by" := [], error_ratio := 1, offline_error := null,
    online_error := null, confidence := 0.95, measure := 'measure', offline_difference := 'offline_difference',
    online_difference := 'online_difference', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('metric_trust', to_json({'version': '1.0.0', 'experiments': experiments,
    'by': "by", 'error_ratio': error_ratio, 'offline_error': offline_error, 'online_error': online_error,
    'confidence': confidence, 'measure': measure, 'offline_difference': offline_difference,
    'online_difference': online_difference, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case
    when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table metric_trust is 'How well offline differences predicted online ones in past experiments. One row per group and measure.
experiments: One row per past experiment and measure: experiment, measure, offline_difference (of compare) and
    online_difference (the preference of interleaving, or the difference of an A/B test). An experiment without a
    difference, or with a difference that is NaN or beyond 1e50, is counted as left out.
"by" := []: Columns; each combination of their values, including NULL, is a group.
error_ratio := 1: The error variance of online differences divided by that of offline differences; 1 gives the
    orthogonal line. If columns of errors are given, they take precedence.
offline_error := null: A column of standard errors of the offline differences, given together with online_error; the
    ratio is then the ratio of their mean squares.
online_error := null: A column of standard errors of the online differences, given together with offline_error.
confidence := 0.95: The confidence level of the intervals of agreement (Wilson''s) and of the slope (Student''s t), above
    0 and below 1.
measure := ''measure'': Your name of the column measure.
offline_difference := ''offline_difference'': Your name of the column offline_difference.
online_difference := ''online_difference'': Your name of the column online_difference.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
measure: the measure, as a canonical string
n_experiments: experiments
n_left_out: experiments with a NULL difference
n_agree: experiments whose two differences have the same sign
n_disagree: experiments whose two differences have opposite signs
agreement: n_agree divided by n_agree + n_disagree, 0 to 1
ci_low: the lower end of its interval (Wilson)
ci_high: the upper end of its interval
p_value: of the sign test, 0 to 1
pearson: Pearson''s correlation of the two differences, -1 to 1
kendall: their tau-b, -1 to 1
slope: of the online difference on the offline one (Deming''s regression: both have errors)
intercept: the intercept of that line
slope_error: the standard error of the slope (Fuller 1987)
slope_low: the lower end of its interval, by Student''s t; NULL for two experiments
slope_high: its upper end; NULL for two experiments [rankhouse]';
create or replace macro discriminative_power(comparisons, "by" := [], alpha := 0.05, share := 0.5, measure := 'measure',
    p_value := 'p_value', queries_needed := 'queries_needed', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('discriminative_power', to_json({'version': '1.0.0',
    'comparisons': comparisons, 'by': "by", 'alpha': alpha, 'share': share, 'measure': measure, 'p_value': p_value,
    'queries_needed': queries_needed, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when
    starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table discriminative_power is 'How well measures tell systems apart (Sakai 2006). One row per group and measure.
comparisons: The result of compare without a baseline, one row per pair: measure, p_value and queries_needed.
"by" := []: Columns; each combination of their values, including NULL, is a group.
alpha := 0.05: Two systems are different below this p-value.
share := 0.5: The share of the pairs, above 0 and up to 1, for which queries_needed is enough.
measure := ''measure'': Your name of the column measure.
p_value := ''p_value'': Your name of the column p_value.
queries_needed := ''queries_needed'': Your name of the column queries_needed.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
measure: the measure, as a canonical string
n_pairs: pairs of systems
n_untested: pairs without a p-value
n_different: pairs that are different
discriminative_power: their share of the tested pairs, 0 to 1
queries_needed: how many queries are enough for the given share of the pairs; NULL if no number of queries is enough for
    so many pairs [rankhouse]';
create or replace macro no_answer_curve(run, judgments, k := 10, "by" := [], judgments_by := [], query_id := 'query_id',
    item_id := 'item_id', score := 'score', relevance := 'relevance', columns := map {}, checked := false,
    show_sql := false) as table
from query(list_transform([rankhouse_sql('no_answer_curve', to_json({'version': '1.0.0', 'run': run,
    'judgments': judgments, 'k': k, 'by': "by", 'judgments_by': judgments_by, 'query_id': query_id, 'item_id': item_id,
    'score': score, 'relevance': relevance, 'columns': columns, 'checked': checked, 'show_sql': show_sql})::varchar)],
    lambda answer: case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else
    answer end)[1]);
comment on macro table no_answer_curve is 'How many queries with and without an answer return something at each threshold of the score. One row per distinct best
    score of a query, the highest first, after one that no score reaches.
run: Scored items, one row per query and item: query_id, item_id, score (higher is better; any number but NaN) and the
    columns named in by. Equal scores are ordered as ties says.
judgments: Judged items, one row per query and item: query_id, item_id and relevance.
k := 10: The cutoff of recall.
"by" := []: Columns of the run; each combination of their values, including NULL, is evaluated separately.
judgments_by := []: Columns of the judgments to group by: properties of the query. The tables are joined on names in
    both lists.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
checked := false: false (the default) leaves out rows with a NULL id or a NULL or NaN value, and stops with an error at
    duplicates. true skips these checks, for inputs that are known to be clean.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
threshold: the threshold; NULL in the row that no score reaches
answered: the share of queries with a relevant item that return something at or above the threshold, 0 to 1; NULL
    without such queries
false_answers: the share of queries judged without a relevant item that do, 0 to 1; NULL without such queries
recall: mean recall@k of the queries with a relevant item, of what is at or above the threshold, 0 to 1; NULL without
    such queries
area: the ROC AUC of best scores, the same in every row of a group; a query that returns nothing is lowest; NULL without
    queries of either kind [rankhouse]';
create or replace macro value_bounds(run, judgments, measures := null, top_grade := 1, per_query := false, "by" := [],
    judgments_by := [], queries := null, checked := false, query_id := 'query_id', item_id := 'item_id',
    score := 'score', relevance := 'relevance', rank := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('value_bounds', to_json({'version': '1.0.0', 'run': run,
    'judgments': judgments, 'measures': measures, 'top_grade': top_grade, 'per_query': per_query, 'by': "by",
    'judgments_by': judgments_by, 'queries': queries, 'checked': checked, 'query_id': query_id, 'item_id': item_id,
    'score': score, 'relevance': relevance, 'rank': rank, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda
    answer: case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer
    end)[1]);
comment on macro table value_bounds is 'The lowest and the highest mean that the labels of unjudged items allow. One row per group and measure, and with
    per_query per query. An unjudged item is one that some group''s list has for the query and the judgments lack. It may
    have any grade from 0 to the top grade; items that no list has are assumed not relevant. A query without a value has
    no bounds.
run: Scored items, one row per query and item: query_id, item_id and score. Put the lists of all systems into one run
    and name the column of the system in by, so that each system''s bounds take into account what the others found.
judgments: Judged items, one row per query and item: query_id, item_id and relevance.
measures := null: Measures that have bounds: precision, recall, average_precision, reciprocal_rank, dcg, ndcg, err, rbp
    and bpref. Others are refused.
top_grade := 1: The highest grade of the scale, above 0, whether it occurs or not. A judgment above it is an error.
per_query := false: true: one row per query instead of the mean over queries.
"by" := []: Columns of the run to group by, such as system.
judgments_by := []: The columns of by that the judgments have too.
queries := null: Which queries count, by the existing judgments: judged (the default: queries with a relevant item),
    intersection (judged and in the run), run (in the run) or all. A query without a value has no bounds.
checked := false: false (the default) leaves out rows with a NULL id or a NULL or NaN value, and stops with an error at
    duplicates. true skips these checks, for inputs that are known to be clean.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
rank := null: Your name of the column rank, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns and, with per_query, query_id
query_id (with per_query): the query
measure: the measure, as a canonical string
metric: the measure without its cutoff
k: the cutoff; NULL without a cutoff
value: as in metrics
lowest: the lowest value; some labels reach it, also in the mean
highest: the highest value; some labels reach it, also in the mean
n_unjudged: unjudged items of the lists down to the cutoff [rankhouse]';
create or replace macro to_judge(runs, judgments, depth := 10, "limit" := null, "order" := 'difference',
    system := 'system', judge := null, "by" := [], judgments_by := [], query_id := 'query_id', item_id := 'item_id',
    score := 'score', relevance := 'relevance', rank := null, text_hash := null, judged_by := null, columns := map {},
    show_sql := false) as table
from query(list_transform([rankhouse_sql('to_judge', to_json({'version': '1.0.0', 'runs': runs, 'judgments': judgments,
    'depth': depth, 'limit': "limit", 'order': "order", 'system': system, 'judge': judge, 'by': "by",
    'judgments_by': judgments_by, 'query_id': query_id, 'item_id': item_id, 'score': score, 'relevance': relevance,
    'rank': rank, 'text_hash': text_hash, 'judged_by': judged_by, 'columns': columns, 'show_sql': show_sql})::varchar)],
    lambda answer: case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else
    answer end)[1]);
comment on macro table to_judge is 'The items whose labels are missing, or no longer hold, and decide how systems differ, for annotators: without names of
    systems. One row per group, query and item.
runs: Scored items, one row per system, query and item: query_id, item_id, score and the column that tells the systems
    apart.
judgments: Judged items, one row per query and item: query_id, item_id and relevance.
depth := 10: How many items at the top of every system''s list form the pool.
"limit" := null: How many items to return for each group; null: all.
"order" := ''difference'': difference (the widest first) or depth (the highest rank first).
system := ''system'': The column that tells systems apart.
judge := null: Whose labels count, where columns names judged_by; null: those of the judge of most labels.
"by" := []: Columns; each combination of their values, including NULL, has its own pool.
judgments_by := []: The columns of by that the judgments have too.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
rank := null: Your name of the column rank, where there is one.
text_hash := null: Your name of the column text_hash, where there is one.
judged_by := null: Your name of the column judged_by, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
query_id: the query
item_id: the item
reason: how many of the lists have it, and its best rank; with text_hash or judged_by what is missing: unjudged, text
    changed or other judge
width: how far its label can move the difference of two systems in DCG at this depth, as if it were one relevant item; 0
    if it has the same rank in all lists; with only one system, the discount of its rank [rankhouse]';
create or replace macro change_by_segment(query_metrics, segments := null, baseline := null, "by" := [],
    system := 'system', measure := 'measure', metric := 'metric', k := 'k', value := 'value', columns := map {},
    show_sql := false) as table
from query(list_transform([rankhouse_sql('change_by_segment', to_json({'version': '1.0.0',
    'query_metrics': query_metrics, 'segments': segments, 'baseline': baseline, 'by': "by", 'system': system,
    'measure': measure, 'metric': metric, 'k': k, 'value': value, 'columns': columns, 'show_sql': show_sql})::varchar)],
    lambda answer: case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else
    answer end)[1]);
comment on macro table change_by_segment is 'The difference of two means, split by segments: the part from changed weights of segments (mix_effect), and the part
    from changed means within them (within_effect). One row per group, measure, pair of sides and segment. The
    contributions of all segments add up to the difference of the two means. A segment on one side only has no value on
    the other, and its whole contribution is mix_effect.
query_metrics: Values by query, one row per query and measure in each group: measure, metric, k, value, the columns of
    the sides and of the segments, and those named in by, as query_metrics or evaluate(..., per_query=True) gives them.
    All rows count alike, except rows whose value is NULL, NaN or beyond 1e100, or whose side is NULL.
segments := null: Columns such as country; each combination of their values, including NULL, is a segment.
baseline := null: The value of that column that all others are compared with, as the engine writes it as text, such as
    ''2026-01-01''. null: every pair once, the later value against the earlier one.
"by" := []: Further columns; sides are compared within each combination of their values, including NULL.
system := ''system'': Your name of the column system.
measure := ''measure'': Your name of the column measure.
metric := ''metric'': Your name of the column metric.
k := ''k'': Your name of the column k.
value := ''value'': Your name of the column value.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns and the columns of the segments
measure: the measure, as a canonical string
metric: the measure without its cutoff
k: the cutoff; NULL without a cutoff
the column system: one side
baseline: the other side
n_queries: queries of the segment
baseline_n_queries: the same for the other side
share: the segment''s share of the queries, 0 to 1
baseline_share: the same for the other side, 0 to 1
value: the segment''s mean; NULL if it has no query on this side
baseline_value: the same for the other side; NULL if it has no query there
within_effect: how much the change of its mean moves the overall mean
mix_effect: how much the change of its weight moves the overall mean
contribution: their sum [rankhouse]';
create or replace macro confidence_sequence(query_metrics, baseline := null, "by" := [], confidence := 0.95,
    tightest_at := 1000, min_queries := 30, system := 'system', day := 'day', query_id := 'query_id',
    measure := 'measure', metric := 'metric', k := 'k', value := 'value', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('confidence_sequence', to_json({'version': '1.0.0',
    'query_metrics': query_metrics, 'baseline': baseline, 'by': "by", 'confidence': confidence,
    'tightest_at': tightest_at, 'min_queries': min_queries, 'system': system, 'day': day, 'query_id': query_id,
    'measure': measure, 'metric': metric, 'k': k, 'value': value, 'columns': columns, 'show_sql': show_sql})::varchar)],
    lambda answer: case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else
    answer end)[1]);
comment on macro table confidence_sequence is 'The mean difference of two systems after each look, with an interval that holds at all looks together, so that you may
    look every day. One row per group, look, measure and pair of systems. The interval is an asymptotic confidence
    sequence with the boundary of a normal mixture.
query_metrics: Values by query, one row per query and measure in each group: query_id, measure, metric, k, value, the
    columns of the systems and of the looks, and those named in by, as query_metrics or evaluate(..., per_query=True)
    gives them. A look compares the queries with one value on each side; n_left_out counts the others. A value that is
    NULL, NaN or beyond 1e100 does not count; rows without a query, a system or a look are left out.
baseline := null: The system that all others are compared with; it must exist. null: every pair once, the later name
    against the earlier one.
"by" := []: Further columns; systems are compared within each combination of their values, including NULL.
confidence := 0.95: The probability that the interval holds at all looks together, above 0 and below 1.
tightest_at := 1000: The number of queries at which the interval is tightest, chosen before the first look.
min_queries := 30: The lowest number of queries for an interval, at least 2. The interval is exact only in the limit of
    many queries.
system := ''system'': Your name of the column system.
day := ''day'': Your name of the column day.
query_id := ''query_id'': Your name of the column query_id.
measure := ''measure'': Your name of the column measure.
metric := ''metric'': Your name of the column metric.
k := ''k'': Your name of the column k.
value := ''value'': Your name of the column value.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns and the column day
measure: the measure, as a canonical string
metric: the measure without its cutoff
k: the cutoff; NULL without a cutoff
the column system: the system
baseline: the system it is compared with
n_queries: queries up to this look
value: the mean of the system over all queries up to this look
baseline_value: the mean of the baseline over the same queries
difference: value minus baseline_value
std_dev: the standard deviation of the differences
ci_low: the lower end of the interval
ci_high: the upper end of the interval
is_different: whether the interval excludes 0
first_different: the first look at which it excluded 0; NULL if none yet
n_left_out: queries up to this look that do not have one value on each side [rankhouse]';
create or replace macro moving_average(metrics, periods := 7, "by" := ['system'], grain := 'day', day := 'day',
    measure := 'measure', metric := 'metric', k := 'k', value_sum := 'value_sum', n_queries := 'n_queries',
    columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('moving_average', to_json({'version': '1.0.0', 'metrics': metrics,
    'periods': periods, 'by': "by", 'grain': grain, 'day': day, 'measure': measure, 'metric': metric, 'k': k,
    'value_sum': value_sum, 'n_queries': n_queries, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda
    answer: case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer
    end)[1]);
comment on macro table moving_average is 'Means over the last periods of a table of metrics, sum(value_sum) / sum(n_queries), so every query counts alike. One row
    per group, measure and period from the group''s first to its last, including periods without a row in the table. The
    means are plain, unlike those of gmap and of measures with weights.
metrics: A table of metrics by day, one row per group, day and measure: measure, metric, k, value_sum, n_queries (for
    change_from_previous, std_error too), the column of the days and those named in by, as metrics or evaluate(...,
    by=["system", "day"]) gives them. Rows without a day or a measure are left out. Several rows of a measure on a day
    are refused.
periods := 7: How many periods an average covers, including the row''s own.
"by" := [''system'']: Columns; each combination of their values, including NULL, is a line over time.
grain := ''day'': How long a period is: day, week (from Monday), month, quarter or year. A period''s days are added up.
day := ''day'': Your name of the column day.
measure := ''measure'': Your name of the column measure.
metric := ''metric'': Your name of the column metric.
k := ''k'': Your name of the column k.
value_sum := ''value_sum'': Your name of the column value_sum.
n_queries := ''n_queries'': Your name of the column n_queries.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns and the column day, the first day of the period
measure: the measure, as a canonical string
metric: the measure without its cutoff
k: the cutoff; NULL without a cutoff
value: the mean of the period itself; NULL without queries
n_queries: queries of the period itself
moving_average: the mean over the window; NULL if no period has queries
window_queries: queries of the window
window_periods: periods of the window with queries
n_repeated: 0, because several rows of a measure on a day are refused [rankhouse]';
create or replace macro change_from_previous(metrics, "interval" := 'welch', confidence := 0.95, "by" := ['system'],
    grain := 'day', day := 'day', measure := 'measure', metric := 'metric', k := 'k', value_sum := 'value_sum',
    n_queries := 'n_queries', std_error := 'std_error', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('change_from_previous', to_json({'version': '1.0.0', 'metrics': metrics,
    'interval': "interval", 'confidence': confidence, 'by': "by", 'grain': grain, 'day': day, 'measure': measure,
    'metric': metric, 'k': k, 'value_sum': value_sum, 'n_queries': n_queries, 'std_error': std_error,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table change_from_previous is 'Each mean against the mean of the period before. One row per group, measure and period of a table of metrics. The
    queries of two periods count as independent samples. If the queries are the same every day, the interval is too
    wide; compare pairs the queries instead. The means are plain, unlike those of gmap and of measures with weights.
metrics: A table of metrics by day, one row per group, day and measure: measure, metric, k, value_sum, n_queries (for
    change_from_previous, std_error too), the column of the days and those named in by, as metrics or evaluate(...,
    by=["system", "day"]) gives them. Rows without a day or a measure are left out. Several rows of a measure on a day
    are refused.
"interval" := ''welch'': welch (Student''s t distribution with the degrees of freedom of Welch and Satterthwaite) or normal
    (the normal distribution, which costs less but is too narrow for few queries). Both treat the queries of the two
    periods as independent samples. If the queries are the same every day, the intervals are too wide; compare, which
    pairs the queries, is then better.
confidence := 0.95: The share of such intervals that contain the difference, above 0 and below 1: 0.95 for 95 %.
"by" := [''system'']: Columns; each combination of their values, including NULL, is a line over time.
grain := ''day'': How long a period is: day, week (from Monday), month, quarter or year. A period''s days are added up.
day := ''day'': Your name of the column day.
measure := ''measure'': Your name of the column measure.
metric := ''metric'': Your name of the column metric.
k := ''k'': Your name of the column k.
value_sum := ''value_sum'': Your name of the column value_sum.
n_queries := ''n_queries'': Your name of the column n_queries.
std_error := ''std_error'': Your name of the column std_error.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns and the column day, the first day of the period
measure: the measure, as a canonical string
metric: the measure without its cutoff
k: the cutoff; NULL without a cutoff
value: the mean of the period
n_queries: queries of the period
previous_period: the last period before it that has a value; NULL for the first
previous_value: its mean; NULL for the first
previous_queries: its queries; NULL for the first
difference: value minus previous_value; NULL for the first
relative_difference: difference divided by previous_value; NULL for the first
ci_low: the lower end of the interval of the difference; NULL for fewer than three queries on a side
ci_high: its upper end; NULL for fewer than three queries on a side
interval: the kind of interval
n_repeated: 0, because several rows of a measure on a day are refused [rankhouse]';
create or replace macro auc_interval(predictions, "by" := [], confidence := 0.95, score := 'score', label := 'label',
    prediction := null, weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('auc_interval', to_json({'version': '1.0.0', 'predictions': predictions,
    'by': "by", 'confidence': confidence, 'score': score, 'label': label, 'prediction': prediction, 'weight': weight,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table auc_interval is 'ROC AUC with an interval. One row per group. With weights, value and std_error are weighted, and a class counts as
    sum(w)^2 / sum(w^2) rows in the exact bound; n_positives and n_negatives stay numbers of rows.
predictions: One row per prediction: score (any number but NaN, read as a 64-bit float) and label (0 or 1, or a
    boolean). A row without a score, with a NaN score, or with another label is refused in Python; elsewhere it is left
    out and counted in n_left_out.
"by" := []: Columns; each combination of their values, including NULL, is evaluated separately.
confidence := 0.95: The confidence level of the interval, above 0 and below 1: 0.95 for 95 %.
score := ''score'': Your name of the column score.
label := ''label'': Your name of the column label.
prediction := null: Your name of the column prediction, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
measure: the measure
value: ROC AUC, 0 to 1; NULL if a class has no row
std_error: its standard error (DeLong 1988); NULL if a class has one row
ci_low: the lower end of the interval; NULL if std_error is NULL, unless the interval is exact
ci_high: the upper end of the interval; NULL if std_error is NULL, unless the interval is exact
interval: logit, from the logarithm of AUC / (1 - AUC), which stays between 0 and 1; or for an AUC of 0 or 1, whose
    standard error is 0, exact: the bound of Clopper and Pearson for as many pairs as the smaller class has rows, all in
    the same order
n_positives: rows among them whose label is 1
n_negatives: rows whose label is 0
n_left_out: rows that were left out; 0 in Python, which refuses them [rankhouse]';
create or replace macro classifier_decision(predictions, baseline := null, measure := 'roc_auc', threshold := 0.5,
    segments := [], "by" := [], cluster := null, test := 't', confidence := 0.95, power := 0.8, system := 'system',
    row_id := 'row_id', score := 'score', label := 'label', prediction := null, weight := null, columns := map {},
    show_sql := false) as table
from query(list_transform([rankhouse_sql('classifier_decision', to_json({'version': '1.0.0', 'predictions': predictions,
    'baseline': baseline, 'measure': measure, 'threshold': threshold, 'segments': segments, 'by': "by",
    'cluster': cluster, 'test': test, 'confidence': confidence, 'power': power, 'system': system, 'row_id': row_id,
    'score': score, 'label': label, 'prediction': prediction, 'weight': weight, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table classifier_decision is 'What predictions decide: ship, do not ship, or not decided; with all segments that fall. One row per group. Units are
    rows of data that all systems of the group have, or clusters of them. To ship takes 30 rows of the rarer class.
predictions: One row per system and row of data: the column of the system, row_id (which names the row of data, the same
    in each system), score (any number but NaN) and label (0 or 1, or a boolean). Rows without a system are not read.
baseline := null: The system that all others are compared with; it must exist. null: a system has to be better than
    every other one.
measure := ''roc_auc'': The measure that decides: roc_auc, or accuracy at threshold.
threshold := 0.5: For accuracies, a score at or above it is predicted positive.
segments := []: Columns such as country. A unit (a search, query, row or slate) has one value of each. Each value, NULL
    too, is a segment, and the system falls in it where it is worse with a p-value below (1 - confidence) / 5. Segments
    of fewer than 30 units are also tested together.
"by" := []: Columns; each combination of their values, including NULL, is a group.
cluster := null: A column, such as the user, whose units (searches, queries, rows or slates) may depend on each other:
    its values are then the units. null: a decision has to hold over a column user_id, document_id, session_id,
    conversation_id, patient_id, cluster or cluster_id too, where the table has one whose values have several units.
    false: units are independent.
test := ''t'': The test: t, of the sum of differences, for which the largest gains are capped where that tells more, so
    that no further loss makes a decision milder; sign, exact, of how many units are won and lost; or randomisation,
    Fisher''s flips of signs, 10,000 of them.
confidence := 0.95: A system is better or worse with a p-value below 1 - confidence, above 0 and below 1. The interval
    has it too.
power := 0.8: The probability of a decision with more_units more units, above 0.5 and below 1.
system := ''system'': Your name of the column system.
row_id := ''row_id'': Your name of the column row_id.
score := ''score'': Your name of the column score.
label := ''label'': Your name of the column label.
prediction := null: Your name of the column prediction, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
decision: ship, ship, but (something falls), do not ship or not decided
system: the system to ship or not
baseline: the system it is compared with; without one, that which it is least surely better than
measure: the measure that decides
difference: mean of the system minus mean of the baseline
ci_low: the lower end of the interval of the difference
ci_high: its upper end
p_adjusted: the p-value that decides, 0 to 1
unit: what counts: queries, searches, rows, slates or clusters
n_units: how many there are
more_units: how many more would decide with the given power; NULL if it is decided, or more would not tell
falls: what falls with its difference, the largest loss first; empty if nothing does
reason: why [rankhouse]';
create or replace macro compare_classifiers(predictions, baseline := null, test := 'delong', threshold := 0.5,
    "by" := [], correction := 'holm', confidence := 0.95, cluster := null, system := 'system', row_id := 'row_id',
    score := 'score', label := 'label', prediction := null, weight := null, columns := map {}, show_sql := false) as
    table
from query(list_transform([rankhouse_sql('compare_classifiers', to_json({'version': '1.0.0', 'predictions': predictions,
    'baseline': baseline, 'test': test, 'threshold': threshold, 'by': "by", 'correction': correction,
    'confidence': confidence, 'cluster': cluster, 'system': system, 'row_id': row_id, 'score': score, 'label': label,
    'prediction': prediction, 'weight': weight, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer:
    case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table compare_classifiers is 'Classifiers compared on the same rows of data. One row per group and pair of systems. All figures are NULL if row_id
    names a row twice in one system, or if the two have different labels, weights or clusters for it. AUCs and their
    test are also NULL without one of the classes, and the interval and the test if a class has one row or one cluster.
    With weights, values, differences and tests are weighted; n_rows, n_positives, wins and losses stay numbers of rows.
predictions: One row per system and row of data: the column of the system, row_id (which names the row of data, the same
    in each system), score (any number but NaN) and label (0 or 1, or a boolean). Rows without a system are not read.
baseline := null: The system that all others are compared with; it must exist. null: every pair once, the later name
    against the earlier one.
test := ''delong'': delong (the difference of two ROC AUCs by DeLong, 1988; normal), or mcnemar (right and wrong decisions
    at the threshold). For mcnemar, wins are the rows that only system gets right and losses the rows that only baseline
    gets right; p_value is exactly binomial, with weights normal; the interval is by Bonett and Price (2012). With
    cluster, both tests are of clusters.
threshold := 0.5: For accuracies, a score at or above it is predicted positive.
"by" := []: Further columns; systems are compared within each combination of their values, including NULL.
correction := ''holm'': How to correct the p-values of all rows together into p_adjusted: holm, bonferroni,
    benjamini_hochberg or none.
confidence := 0.95: The confidence level of the interval, above 0 and below 1: 0.95 for 95 %.
cluster := null: A column, such as the user, whose rows may depend on each other; every row has one, the same in each
    system. The error of delong is then Obuchowski''s (1997), and mcnemar tests the mean of the rows'' differences over
    clusters with Student''s t. null: rows count separately.
system := ''system'': Your name of the column system.
row_id := ''row_id'': Your name of the column row_id.
score := ''score'': Your name of the column score.
label := ''label'': Your name of the column label.
prediction := null: Your name of the column prediction, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
measure: roc_auc, accuracy@0.5, or accuracy of predicted labels
system: the system
baseline: the system it is compared with
value: the value of the system; NULL if undefined
baseline_value: the value of the baseline
difference: value minus baseline_value
ci_low: the lower end of the interval of the difference
ci_high: its upper end
n_rows: rows of data with a score and a label for both
n_clusters (with cluster): clusters of these rows
n_positives: rows among them whose label is 1
n_left_out: all other predictions of the two
wins: rows that only the system gets right; NULL for delong
losses: rows that only the baseline gets right; NULL for delong
test: the test
p_value: two-sided: normal for delong, exactly binomial for mcnemar, or normal with weights, or Student''s t with
    cluster; 1 if all rows are the same for both; NULL if the difference has no variance otherwise
p_adjusted: p_value corrected for all rows together, 0 to 1 [rankhouse]';
create or replace macro preference_ratings(preferences, method := 'bradley_terry', order_effect := false,
    baseline := null, confidence := 0.95, repetitions := 1000, seed := 0, cluster := null, prior := 0, "by" := [],
    query_id := 'query_id', system_a := 'system_a', system_b := 'system_b', winner := 'winner', judge_id := null,
    weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('preference_ratings', to_json({'version': '1.0.0', 'preferences': preferences,
    'method': method, 'order_effect': order_effect, 'baseline': baseline, 'confidence': confidence,
    'repetitions': repetitions, 'seed': seed, 'cluster': cluster, 'prior': prior, 'by': "by", 'query_id': query_id,
    'system_a': system_a, 'system_b': system_b, 'winner': winner, 'judge_id': judge_id, 'weight': weight,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table preference_ratings is 'How strong systems are, on one scale, from comparisons of their answers. One row per group and system.
preferences: One row per comparison: query_id, system_a (shown first), system_b and winner (a, b or tie). Rows where one
    of them is NULL are refused in Python; elsewhere they do not count.
method := ''bradley_terry'': bradley_terry (a tie is half a win for each) or davidson (ties have their own probability,
    which is highest between equal systems).
order_effect := false: true: the system shown first has an advantage, the same for all, estimated together with the
    strengths.
baseline := null: The system whose strength is 0 and whose rating is 1000; it must exist. null: the mean of all
    strengths is 0.
confidence := 0.95: The confidence level of the intervals, above 0 and below 1: 0.95 for 95 %.
repetitions := 1000: Repetitions of the bootstrap over queries, or clusters, 1 to 10,000. In each repetition a query or
    cluster has a Poisson(1) weight from a hash of seed, query and repetition: the same on every engine and every day.
    With 1 there is no interval.
seed := 0: A whole number from 0 on; another number gives other repetitions.
cluster := null: A column whose queries may depend on each other, such as the document that they are about; a query
    without a value is its own cluster. null: queries count separately.
prior := 0: How many comparisons to add for every two systems that meet, half of them won by each: strengths stay finite
    if a system won or lost all.
"by" := []: Columns; each combination of their values, including NULL, is evaluated separately.
query_id := ''query_id'': Your name of the column query_id.
system_a := ''system_a'': Your name of the column system_a.
system_b := ''system_b'': Your name of the column system_b.
winner := ''winner'': Your name of the column winner.
judge_id := null: Your name of the column judge_id, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
system: the system
strength: the strength, in logits; NULL if the likelihood has no single maximum, see reason
rating: 1000 + 400 strength / ln 10, as in chess: 400 points more mean odds of 10 to 1; NULL like strength
ci_low: the lower end of the interval of the rating; NULL like strength, and for fewer than 6 queries or clusters at 95
    %
ci_high: its upper end; NULL like ci_low
rank: 1 for the strongest; equal strengths have equal ranks; NULL like strength
rank_low: the best rank of the interval; NULL like ci_low
rank_high: the worst one; NULL like ci_low
win_rate: how often it is preferred to another system, as the mean over the others; ties count half, 0 to 1; NULL like
    strength
n_comparisons: comparisons of the system
wins: comparisons that it wins
ties: comparisons without a winner
losses: comparisons that it loses
reason: why it has no strength, and what to do about it; NULL if it has one [rankhouse]';
create or replace macro preference_decision(preferences, baseline := null, method := 'bradley_terry',
    order_effect := false, prior := 0, segments := [], "by" := [], cluster := null, test := 't', confidence := 0.95,
    power := 0.8, query_id := 'query_id', system_a := 'system_a', system_b := 'system_b', winner := 'winner',
    judge_id := null, weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('preference_decision', to_json({'version': '1.0.0', 'preferences': preferences,
    'baseline': baseline, 'method': method, 'order_effect': order_effect, 'prior': prior, 'segments': segments,
    'by': "by", 'cluster': cluster, 'test': test, 'confidence': confidence, 'power': power, 'query_id': query_id,
    'system_a': system_a, 'system_b': system_b, 'winner': winner, 'judge_id': judge_id, 'weight': weight,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table preference_decision is 'What verdicts on two answers each decide: ship, do not ship, or not decided; with all segments that fall. One row per
    group. The difference is that of ratings. Units are queries, or clusters of them. A group without ratings has no
    row.
preferences: One row per comparison: query_id, system_a (shown first), system_b and winner (a, b or tie). Rows where one
    of them is NULL are refused in Python; elsewhere they do not count.
baseline := null: The system that all others are compared with; it must exist. null: a system has to be better than
    every other one.
method := ''bradley_terry'': bradley_terry (a tie is half a win for each) or davidson (ties have their own probability,
    which is highest between equal systems).
order_effect := false: true: the system shown first has an advantage, the same for all, estimated together with the
    strengths.
prior := 0: How many comparisons to add for every two systems that meet, half of them won by each: strengths stay finite
    if a system won or lost all.
segments := []: Columns such as country. A unit (a search, query, row or slate) has one value of each. Each value, NULL
    too, is a segment, and the system falls in it where it is worse with a p-value below (1 - confidence) / 5. Segments
    of fewer than 30 units are also tested together.
"by" := []: Columns; each combination of their values, including NULL, is a group.
cluster := null: A column, such as the user, whose units (searches, queries, rows or slates) may depend on each other:
    its values are then the units. null: a decision has to hold over a column user_id, document_id, session_id,
    conversation_id, patient_id, cluster or cluster_id too, where the table has one whose values have several units.
    false: units are independent.
test := ''t'': The test: t, of the sum of differences, for which the largest gains are capped where that tells more, so
    that no further loss makes a decision milder; sign, exact, of how many units are won and lost; or randomisation,
    Fisher''s flips of signs, 10,000 of them.
confidence := 0.95: A system is better or worse with a p-value below 1 - confidence, above 0 and below 1. The interval
    has it too.
power := 0.8: The probability of a decision with more_units more units, above 0.5 and below 1.
query_id := ''query_id'': Your name of the column query_id.
system_a := ''system_a'': Your name of the column system_a.
system_b := ''system_b'': Your name of the column system_b.
winner := ''winner'': Your name of the column winner.
judge_id := null: Your name of the column judge_id, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
decision: ship, ship, but (something falls), do not ship or not decided
system: the system to ship or not
baseline: the system it is compared with; without one, that which it is least surely better than
measure: the measure that decides
difference: mean of the system minus mean of the baseline
ci_low: the lower end of the interval of the difference
ci_high: its upper end
p_adjusted: the p-value that decides, 0 to 1
unit: what counts: queries, searches, rows, slates or clusters
n_units: how many there are
more_units: how many more would decide with the given power; NULL if it is decided, or more would not tell
falls: what falls with its difference, the largest loss first; empty if nothing does
reason: why [rankhouse]';
create or replace macro preference_pairs(preferences, baseline := null, cluster := null, correction := 'holm',
    "by" := [], query_id := 'query_id', system_a := 'system_a', system_b := 'system_b', winner := 'winner',
    judge_id := null, weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('preference_pairs', to_json({'version': '1.0.0', 'preferences': preferences,
    'baseline': baseline, 'cluster': cluster, 'correction': correction, 'by': "by", 'query_id': query_id,
    'system_a': system_a, 'system_b': system_b, 'winner': winner, 'judge_id': judge_id, 'weight': weight,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table preference_pairs is 'How often one system''s answers are preferred to another''s. One row per group and pair of systems that met.
preferences: One row per comparison: query_id, system_a (shown first), system_b and winner (a, b or tie). Rows where one
    of them is NULL are refused in Python; elsewhere they do not count.
baseline := null: The system that all others are compared with; it must exist. null: every pair once, the later name
    against the earlier one.
cluster := null: A column whose queries may depend on each other, such as the document that they are about; a query
    without a value is its own cluster. null: queries count separately.
correction := ''holm'': How to correct the p-values of all rows together into p_adjusted: holm, bonferroni,
    benjamini_hochberg or none.
"by" := []: Columns; each combination of their values, including NULL, is evaluated separately.
query_id := ''query_id'': Your name of the column query_id.
system_a := ''system_a'': Your name of the column system_a.
system_b := ''system_b'': Your name of the column system_b.
winner := ''winner'': Your name of the column winner.
judge_id := null: Your name of the column judge_id, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
system: the system
baseline: the system it is compared with
wins: comparisons that the system wins
ties: comparisons without a winner
losses: comparisons that the baseline wins
win_rate: the share of comparisons that the system wins; ties count half, 0 to 1
ci_low: the lower end of a 95 % interval; NULL for one query or cluster
ci_high: its upper end; NULL for one query or cluster
p_value: sign test of the won and lost queries, or clusters, 0 to 1; NULL for one won or lost query or cluster
p_adjusted: p_value corrected for all rows together, 0 to 1
n_queries: queries where both were compared
expected_win_rate: the win rate that the strengths imply, 0 to 1; NULL if there are no strengths [rankhouse]';
create or replace macro preferences_of(query_metrics, "by" := [], system := 'system', query_id := 'query_id',
    measure := 'measure', metric := 'metric', k := 'k', value := 'value', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('preferences_of', to_json({'version': '1.0.0', 'query_metrics': query_metrics,
    'by': "by", 'system': system, 'query_id': query_id, 'measure': measure, 'metric': metric, 'k': k, 'value': value,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table preferences_of is 'Values by query as preferences. One row per group, measure, query and pair of systems. Values within 1e-12 of their sum
    are ties. If low values are good, as for coverage_error, the lower one wins. A query without one value for each
    system has no row.
query_metrics: Values by query, one row per query, measure and system: the result of query_metrics with the column of
    the system in by. A value that is NULL or NaN does not count; rows without a query or a system are left out, and so
    is a query with several values of one system.
"by" := []: Further columns; systems are compared within each combination of their values, including NULL.
system := ''system'': Your name of the column system.
query_id := ''query_id'': Your name of the column query_id.
measure := ''measure'': Your name of the column measure.
metric := ''metric'': Your name of the column metric.
k := ''k'': Your name of the column k.
value := ''value'': Your name of the column value.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
measure: the measure, as a canonical string
query_id: the query
system_a: one system, the later name
system_b: the other one
winner: a, b or tie [rankhouse]';
create or replace macro pairs_to_judge(preferences, "limit" := null, "by" := [], query_id := 'query_id',
    system_a := 'system_a', system_b := 'system_b', winner := 'winner', judge_id := null, weight := null, columns := map
    {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('pairs_to_judge', to_json({'version': '1.0.0', 'preferences': preferences,
    'limit': "limit", 'by': "by", 'query_id': query_id, 'system_a': system_a, 'system_b': system_b, 'winner': winner,
    'judge_id': judge_id, 'weight': weight, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case
    when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table pairs_to_judge is 'Which two systems to compare next. One row per group and pair of systems, the widest first.
preferences: One row per comparison: query_id, system_a (shown first), system_b and winner (a, b or tie). Rows where one
    of them is NULL are refused in Python; elsewhere they do not count.
"limit" := null: How many pairs to return for each group; null: all.
"by" := []: Columns; each combination of their values, including NULL, is evaluated separately.
query_id := ''query_id'': Your name of the column query_id.
system_a := ''system_a'': Your name of the column system_a.
system_b := ''system_b'': Your name of the column system_b.
winner := ''winner'': Your name of the column winner.
judge_id := null: Your name of the column judge_id, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
system_a: one system
system_b: the other one
width: the width of the 95 % interval of how often one is preferred to the other, 0 to 1
n_comparisons: comparisons of the two so far [rankhouse]';
create or replace macro preference_checks(preferences, "by" := [], query_id := 'query_id', system_a := 'system_a',
    system_b := 'system_b', winner := 'winner', judge_id := null, weight := null, columns := map {}, show_sql := false)
    as table
from query(list_transform([rankhouse_sql('preference_checks', to_json({'version': '1.0.0', 'preferences': preferences,
    'by': "by", 'query_id': query_id, 'system_a': system_a, 'system_b': system_b, 'winner': winner,
    'judge_id': judge_id, 'weight': weight, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case
    when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table preference_checks is 'Checks of preferences before you believe them. One row per group and check.
preferences: One row per comparison: query_id, system_a (shown first), system_b and winner (a, b or tie). Rows where one
    of them is NULL are refused in Python; elsewhere they do not count.
"by" := []: Columns; each combination of their values, including NULL, is evaluated separately.
query_id := ''query_id'': Your name of the column query_id.
system_a := ''system_a'': Your name of the column system_a.
system_b := ''system_b'': Your name of the column system_b.
winner := ''winner'': Your name of the column winner.
judge_id := null: Your name of the column judge_id, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
check: first_shown_wins, both_orders, order_agreement, ties, judge_agreement, cycles or components
value: a share of n, 0 to 1; for judge_agreement Krippendorff''s alpha, for components their number; NULL if n is 0
ci_low: the lower end of a 95 % interval of a share; NULL for judge_agreement, cycles and components, and for one query
ci_high: its upper end; NULL like ci_low
n: comparisons; for both_orders and order_agreement: queries, judges and two systems; for judge_agreement: queries and
    two systems; for cycles: three systems; for components: systems [rankhouse]';
create or replace macro try_metrics(tries, measures := ['pass@1', 'pass_all@3'], per_query := false, cluster := null,
    "by" := [], query_id := 'query_id', try_id := 'try_id', passed := 'passed', columns := map {}, show_sql := false) as
    table
from query(list_transform([rankhouse_sql('try_metrics', to_json({'version': '1.0.0', 'tries': tries,
    'measures': measures, 'per_query': per_query, 'cluster': cluster, 'by': "by", 'query_id': query_id,
    'try_id': try_id, 'passed': passed, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when
    starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table try_metrics is 'How often tries of a task pass. One row per group and measure, and with per_query per query.
tries: One row per try: query_id (the task or question), try_id and passed (true or false, 1 or 0). Rows where one of
    them is NULL are refused in Python; elsewhere they do not count.
measures := [''pass@1'', ''pass_all@3'']: pass@k (the probability that at least one of k tries passes), pass_all@k (the
    probability that all pass) and mean (the share of tries that passed). A query with fewer than k tries is left out
    and counted.
per_query := false: true: one row per query instead of the mean over queries.
cluster := null: A column whose queries may depend on each other, such as the document that they are about; a query
    without a value is its own cluster. null: queries count separately.
"by" := []: Columns; each combination of their values, including NULL, is measured separately.
query_id := ''query_id'': Your name of the column query_id.
try_id := ''try_id'': Your name of the column try_id.
passed := ''passed'': Your name of the column passed.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns and, with per_query, query_id
query_id (with per_query): the query
measure: the measure, as a canonical string
metric: the measure without its cutoff
k: how many tries a user makes; NULL for mean
value: the mean over the queries, or the value of the query; NULL if no query has k tries
n_queries (without per_query): queries with at least k tries
n_clusters (with cluster): clusters of these queries
n_left_out (without per_query): queries with fewer than k tries
std_error (without per_query): the standard error of the value; NULL for fewer than two queries or clusters
ci_low (without per_query): the lower end of a 95 % interval (normal approximation); NULL for fewer than two queries or
    clusters
ci_high (without per_query): its upper end; NULL for fewer than two queries or clusters
n_tries (with per_query): tries of the query
n_passed (with per_query): tries among them that passed [rankhouse]';
create or replace macro try_decision(tries, baseline := null, measures := ['pass@1', 'pass_all@3'], measure := null,
    guardrails := null, margins := map {}, segments := [], "by" := [], cluster := null, test := 't', confidence := 0.95,
    power := 0.8, system := 'system', query_id := 'query_id', try_id := 'try_id', passed := 'passed', columns := map {},
    show_sql := false) as table
from query(list_transform([rankhouse_sql('try_decision', to_json({'version': '1.0.0', 'tries': tries,
    'baseline': baseline, 'measures': measures, 'measure': measure, 'guardrails': guardrails, 'margins': margins,
    'segments': segments, 'by': "by", 'cluster': cluster, 'test': test, 'confidence': confidence, 'power': power,
    'system': system, 'query_id': query_id, 'try_id': try_id, 'passed': passed, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table try_decision is 'What tries of tasks decide: ship, do not ship, or not decided; with all segments and other measures that fall. One row
    per group. One more lost query never makes a decision milder.
tries: One row per try: query_id (the task or question), try_id and passed (true or false, 1 or 0). Rows where one of
    them is NULL are refused in Python; elsewhere they do not count.
baseline := null: The system that all others are compared with; it must exist. null: a system has to be better than
    every other one.
measures := [''pass@1'', ''pass_all@3'']: pass@k (the probability that at least one of k tries passes), pass_all@k (the
    probability that all pass) and mean (the share of tries that passed). A query with fewer than k tries is left out
    and counted.
measure := null: The measure that decides, one of measures. null: the first of them.
guardrails := null: Measures that must not fall: a system that is worse by one of them, with a p-value below (1 -
    confidence) / 5, is shipped with a "but". null: all others of the table.
margins := map {}: How far a guardrail may fall: {"recall@100": 0.01}. It falls where it is significantly below minus
    this number.
segments := []: Columns such as country. A unit (a search, query, row or slate) has one value of each. Each value, NULL
    too, is a segment, and the system falls in it where it is worse with a p-value below (1 - confidence) / 5. Segments
    of fewer than 30 units are also tested together.
"by" := []: Columns; each combination of their values, including NULL, is a group.
cluster := null: A column, such as the user, whose units (searches, queries, rows or slates) may depend on each other:
    its values are then the units. null: a decision has to hold over a column user_id, document_id, session_id,
    conversation_id, patient_id, cluster or cluster_id too, where the table has one whose values have several units.
    false: units are independent.
test := ''t'': The test: t, of the sum of differences, for which the largest gains are capped where that tells more, so
    that no further loss makes a decision milder; sign, exact, of how many units are won and lost; or randomisation,
    Fisher''s flips of signs, 10,000 of them.
confidence := 0.95: A system is better or worse with a p-value below 1 - confidence, above 0 and below 1. The interval
    has it too.
power := 0.8: The probability of a decision with more_units more units, above 0.5 and below 1.
system := ''system'': Your name of the column system.
query_id := ''query_id'': Your name of the column query_id.
try_id := ''try_id'': Your name of the column try_id.
passed := ''passed'': Your name of the column passed.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
decision: ship, ship, but (something falls), do not ship or not decided
system: the system to ship or not
baseline: the system it is compared with; without one, that which it is least surely better than
measure: the measure that decides
difference: mean of the system minus mean of the baseline
ci_low: the lower end of the interval of the difference
ci_high: its upper end
p_adjusted: the p-value that decides, 0 to 1
unit: what counts: queries, searches, rows, slates or clusters
n_units: how many there are
more_units: how many more would decide with the given power; NULL if it is decided, or more would not tell
falls: what falls with its difference, the largest loss first; empty if nothing does
reason: why [rankhouse]';
create or replace macro fuse(run, method := 'rrf', k := 60, norm := 'min_max', weights := null, "by" := [],
    system := 'system', query_id := 'query_id', item_id := 'item_id', score := 'score', rank := null, columns := map {},
    show_sql := false) as table
from query(list_transform([rankhouse_sql('fuse', to_json({'version': '1.0.0', 'run': run, 'method': method, 'k': k,
    'norm': norm, 'weights': weights, 'by': "by", 'system': system, 'query_id': query_id, 'item_id': item_id,
    'score': score, 'rank': rank, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when
    starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table fuse is 'Lists of several systems as one, a run that can be evaluated. One row per group, query and item that any list has.
run: Scored items of several systems: query_id, item_id, score (the highest first; equal scores go by item id,
    descending), the column of the system and those named in by. Rows without a system, an id or a score are left out,
    and duplicates are an error.
method := ''rrf'': rrf (reciprocal rank fusion: the sum of weight / (k + rank)), sum (CombSUM: the sum of weight times
    normed score) or mnz (CombMNZ: the same times the number of lists that have the item).
k := 60: For rrf, the number that is added to each rank, from 0 up. The larger, the less the first ranks count.
norm := ''min_max'': For sum and mnz, what is made of the scores of each list: min_max (0 for the lowest, 1 for the
    highest; 1 where all are equal), z (standard deviations from the mean; 0 where all are equal) or none.
weights := null: A weight from 0 up for each system: {"bm25": 1, "dense": 2}. A list of weight 0 is left out; a system
    without a weight is an error, and so is a weight without a system. null: all count alike.
"by" := []: Further columns; lists are fused within each combination of their values, including NULL.
system := ''system'': Your name of the column system.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
rank := null: Your name of the column rank, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
query_id: the query
item_id: the item
score: what the lists add up to
n_lists: lists that have the item [rankhouse]';
create or replace macro best_of(query_metrics, measure := null, folds := 5, seed := 0, "by" := [], cluster := null,
    system := 'system', query_id := 'query_id', value := 'value', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('best_of', to_json({'version': '1.0.0', 'query_metrics': query_metrics,
    'measure': measure, 'folds': folds, 'seed': seed, 'by': "by", 'cluster': cluster, 'system': system,
    'query_id': query_id, 'value': value, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case
    when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table best_of is 'The best of several variants, and what it is worth on queries that did not choose it. One row per group and measure.
    Means within 1e-12 of each other are equal, and equal ones go by name.
query_metrics: Values by query of variants, one row per query, measure and variant: query_id, measure, value and the
    column of the variant, as query_metrics or evaluate(..., per_query=True) gives them. A value that is NULL, NaN or
    beyond 1e100 is none. Queries count that have a value of each variant with any value.
measure := null: The measure to choose by, such as ndcg@10. null: each measure of the table, in a row of its own.
folds := 5: Into how many folds queries fall, at least 2.
seed := 0: A whole number from 0 on; another number gives other folds.
"by" := []: Further columns; variants are chosen within each combination of their values, including NULL.
cluster := null: A column, such as the user, whose queries may depend on each other: they fall into one fold, and the
    interval is over clusters. A query without a value is its own cluster. null: queries count separately.
system := ''system'': Your name of the column system.
query_id := ''query_id'': Your name of the column query_id.
value := ''value'': Your name of the column value.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
measure: the measure, as a canonical string
system: the best variant over all queries; NULL if no query has a value of each
value_chosen: its mean: too good, because these queries chose it
value_held_out: the mean over all queries, each by the variant that is best on the other folds; NULL if all queries are
    in one fold
optimism: how much better value_chosen is; above 0 also where low values are good; NULL like value_held_out
ci_low: the lower end of a 95 % interval of optimism, the mean of differences by query (Student''s t; over clusters with
    cluster); NULL for fewer than two queries or clusters
ci_high: its upper end
share_of_folds: the share of the folds, without empty ones, whose variant is system, 0 to 1; NULL like value_held_out
n_systems: variants with a value
n_queries: queries that have a value of each of these [rankhouse]';
create or replace macro agreement(run, measures := null, baseline := null, "by" := [], system := 'system',
    query_id := 'query_id', item_id := 'item_id', score := 'score', rank := null, columns := map {}, show_sql := false)
    as table
from query(list_transform([rankhouse_sql('agreement', to_json({'version': '1.0.0', 'run': run, 'measures': measures,
    'baseline': baseline, 'by': "by", 'system': system, 'query_id': query_id, 'item_id': item_id, 'score': score,
    'rank': rank, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer,
    'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table agreement is 'How much the lists of two systems agree, without judgments. One row per group, pair of systems and measure.
run: Scored items of several systems: query_id, item_id, score (any number but NaN, the highest first; equal scores go
    by item id, descending), the column of the system and those named in by. Rows without a system, an id or a score are
    left out, and duplicates are an error.
measures := null: identical@10 (whether they are the same, in the same order), overlap@10 (the share of items in
    common), rbo(p=0.9, ties=item)@100 (rank-biased overlap; with rbo_min and rbo_residual), and over the items that
    both lists have kendall_tau, kendall_tau_b, spearman, tau_ap and tau_ap_b. A cutoff cuts both lists first. null:
    identical@10, overlap@10, rbo@100 and kendall_tau@100.
baseline := null: The system that all others are compared with; it must exist. null: every pair once, the later name
    against the earlier one.
"by" := []: Further columns; systems are compared within each combination of their values, including NULL.
system := ''system'': Your name of the column system.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
rank := null: Your name of the column rank, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
system: the system
baseline: the system it is compared with
measure: the measure, as a canonical string
metric: the measure without its cutoff
k: the cutoff; NULL without a cutoff
value: the mean over the queries that have a value, never NaN; NULL if no query has one
n_queries: queries with a value
n_missing: queries that only one of the two systems has
value_sum: the sum of the queries'' values, for the value of several groups together; NULL if values do not add up
std_error: the standard error of the value; NULL for fewer than two queries
ci_low: the lower end of a 95 % interval (normal approximation); NULL for fewer than two queries
ci_high: its upper end; NULL for fewer than two queries [rankhouse]';
create or replace macro query_agreement(run, measures := null, baseline := null, "by" := [], system := 'system',
    query_id := 'query_id', item_id := 'item_id', score := 'score', rank := null, columns := map {}, show_sql := false)
    as table
from query(list_transform([rankhouse_sql('query_agreement', to_json({'version': '1.0.0', 'run': run,
    'measures': measures, 'baseline': baseline, 'by': "by", 'system': system, 'query_id': query_id, 'item_id': item_id,
    'score': score, 'rank': rank, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when
    starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table query_agreement is 'How much the lists of two systems agree, by query. One row per group, pair of systems, query and measure.
run: Scored items of several systems: query_id, item_id, score (any number but NaN, the highest first; equal scores go
    by item id, descending), the column of the system and those named in by. Rows without a system, an id or a score are
    left out, and duplicates are an error.
measures := null: identical@10 (whether they are the same, in the same order), overlap@10 (the share of items in
    common), rbo(p=0.9, ties=item)@100 (rank-biased overlap; with rbo_min and rbo_residual), and over the items that
    both lists have kendall_tau, kendall_tau_b, spearman, tau_ap and tau_ap_b. A cutoff cuts both lists first. null:
    identical@10, overlap@10, rbo@100 and kendall_tau@100.
baseline := null: The system that all others are compared with; it must exist. null: every pair once, the later name
    against the earlier one.
"by" := []: Further columns; systems are compared within each combination of their values, including NULL.
system := ''system'': Your name of the column system.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
rank := null: Your name of the column rank, where there is one.
columns := map {}: Maps our column names to yours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run.
Columns:
the by columns
system: the system
baseline: the system it is compared with
query_id: the query
measure: the measure, as a canonical string
metric: the measure without its cutoff
k: the cutoff; NULL without a cutoff
value: the value of the query; NULL for a query that only one of the two has, and for a correlation of fewer than two
    items
n_items: items of the system''s list, down to the cutoff
baseline_items: items of the baseline''s list
n_common: items in both [rankhouse]';
