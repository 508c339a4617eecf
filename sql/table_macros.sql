-- rankhouse: DuckDB's table macros, each of which asks the function rankhouse_sql for the text that it runs.
-- rankhouse.register(con) and `load rankhouse` make both. Made by tools/document.py.

create or replace macro metrics(run, judgments := null, measures := null, "by" := [], judgments_by := [],
    query_id := 'query_id', item_id := 'item_id', score := 'score', relevance := 'relevance', rank := null,
    intent_weight := null, importance := null, columns := map {}, ties := null, queries := null, unjudged := null,
    pool := null, checked := false, relevant_from := null, convention := null, exclude := null, candidates := null,
    intents := null, provenance := false, grouping_sets := null, min_queries := 0, show_sql := false) as table
from query(list_transform([rankhouse_sql('metrics', to_json({'version': '1.0.0', 'run': run, 'judgments': judgments,
    'measures': measures, 'by': "by", 'judgments_by': judgments_by, 'query_id': query_id, 'item_id': item_id,
    'score': score, 'relevance': relevance, 'rank': rank, 'intent_weight': intent_weight, 'importance': importance,
    'columns': columns, 'ties': ties, 'queries': queries, 'unjudged': unjudged, 'pool': pool, 'checked': checked,
    'relevant_from': relevant_from, 'convention': convention, 'exclude': exclude, 'candidates': candidates,
    'intents': intents, 'provenance': provenance, 'grouping_sets': grouping_sets, 'min_queries': min_queries,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table metrics is 'One row per measure: the by columns, measure, metric, k, value (the mean over the queries that have one), n_queries,
    n_missing (judged queries that are missing from the run), value_sum, std_error and a 95 % interval, ci_low to
    ci_high, which stays within the range of the measure.
run: Scored items: query_id, item_id, score (the higher, the earlier in the list) and the columns named in by. Equal
    scores are ordered as ties says.
judgments := null: Judged items: query_id, item_id, relevance (above 0 is relevant) and the columns named in
    judgments_by. null: the run has a relevance column itself.
measures := null: Measure strings, name[(option=value, ...)][@k], such as ndcg@10, ndcg(gain=linear)@10, map. null:
    ndcg@10, average_precision, reciprocal_rank, precision@10 and recall@10.
"by" := []: Columns of the run; each combination of their values, NULL included, is evaluated by itself.
judgments_by := []: Columns of the judgments to group by, properties of the query. A name in both lists is joined on.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
rank := null: Your name of the column rank, where there is one.
intent_weight := null: Your name of the column intent_weight, where there is one.
importance := null: Your name of the column importance, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
ties := null: Order of equal scores: item (id descending, the default), average (the expectation over all their orders),
    best or worst.
queries := null: Which queries count: judged (those with a relevant item, the default), intersection (judged and in the
    run), run (in the run) or all (judged, 0 without a relevant item).
unjudged := null: Items without a judgment are irrelevant (the default), or drop takes them out of the list first.
pool := null: judged (the default; relevant items count whether they were returned or not), or retrieved to look at the
    judgments of returned items alone.
checked := false: false (the default) leaves out rows with a NULL id, NULL or NaN value, and stops with an error at
    duplicates. true skips this work, for inputs that are known to have none.
relevant_from := null: The lowest relevance that counts as relevant; null, any above 0. Gains stay as they are.
convention := null: The name of a library whose defaults for options and policies are taken, such as trec_eval or
    sklearn, or a dictionary of such settings. Policies that are given take precedence over it. null takes rankhouse''s
    own rules.
exclude := null: Pairs of query_id and item_id, such as what users had in training. They leave the run before ranks are
    computed, and the judgments. A last column, candidates, says what lists are made of.
candidates := null: Pairs of query_id and item_id that alone take part, in the run and in the judgments, such as sampled
    negatives or logged lists. A last column, candidates, says so.
intents := null: The column of the judgments that holds the intent (aspect, subtopic) which an item is judged for, in a
    row each. Measures over intents need it; to others an item is as relevant as to the intent that it serves best.
    Intents weigh the same, unless columns names a column intent_weight of the judgments.
provenance := false: true adds last columns that say where a number comes from: evaluated_at (UTC), rankhouse_version
    and settings_id, the same for the same settings of a measure, which metric_settings spells out. Default false.
grouping_sets := null: Lists of grouping columns, such as [["system", "segment"], ["system"], []]. One row for each
    group of each set, the columns outside the set NULL, and a column grouping_set after them that names the set''s
    columns ("system, segment").
min_queries := 0: The least number of queries in a mean; rows with fewer are left out. Default 0.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro query_metrics(run, judgments := null, measures := null, "by" := [], judgments_by := [],
    query_id := 'query_id', item_id := 'item_id', score := 'score', relevance := 'relevance', rank := null,
    intent_weight := null, importance := null, columns := map {}, ties := null, queries := null, unjudged := null,
    pool := null, checked := false, relevant_from := null, convention := null, exclude := null, candidates := null,
    intents := null, provenance := false, show_sql := false) as table
from query(list_transform([rankhouse_sql('query_metrics', to_json({'version': '1.0.0', 'run': run,
    'judgments': judgments, 'measures': measures, 'by': "by", 'judgments_by': judgments_by, 'query_id': query_id,
    'item_id': item_id, 'score': score, 'relevance': relevance, 'rank': rank, 'intent_weight': intent_weight,
    'importance': importance, 'columns': columns, 'ties': ties, 'queries': queries, 'unjudged': unjudged, 'pool': pool,
    'checked': checked, 'relevant_from': relevant_from, 'convention': convention, 'exclude': exclude,
    'candidates': candidates, 'intents': intents, 'provenance': provenance, 'show_sql': show_sql})::varchar)], lambda
    answer: case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer
    end)[1]);
comment on macro table query_metrics is 'One row per query and measure: the by columns, query_id, measure, metric, k, value. value is NULL where a measure is
    undefined for a query, never NaN.
run: Scored items: query_id, item_id, score (the higher, the earlier in the list) and the columns named in by. Equal
    scores are ordered as ties says.
judgments := null: Judged items: query_id, item_id, relevance (above 0 is relevant) and the columns named in
    judgments_by. null: the run has a relevance column itself.
measures := null: Measure strings, name[(option=value, ...)][@k], such as ndcg@10, ndcg(gain=linear)@10, map. null:
    ndcg@10, average_precision, reciprocal_rank, precision@10 and recall@10.
"by" := []: Columns of the run; each combination of their values, NULL included, is evaluated by itself.
judgments_by := []: Columns of the judgments to group by, properties of the query. A name in both lists is joined on.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
rank := null: Your name of the column rank, where there is one.
intent_weight := null: Your name of the column intent_weight, where there is one.
importance := null: Your name of the column importance, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
ties := null: Order of equal scores: item (id descending, the default), average (the expectation over all their orders),
    best or worst.
queries := null: Which queries count: judged (those with a relevant item, the default), intersection (judged and in the
    run), run (in the run) or all (judged, 0 without a relevant item).
unjudged := null: Items without a judgment are irrelevant (the default), or drop takes them out of the list first.
pool := null: judged (the default; relevant items count whether they were returned or not), or retrieved to look at the
    judgments of returned items alone.
checked := false: false (the default) leaves out rows with a NULL id, NULL or NaN value, and stops with an error at
    duplicates. true skips this work, for inputs that are known to have none.
relevant_from := null: The lowest relevance that counts as relevant; null, any above 0. Gains stay as they are.
convention := null: The name of a library whose defaults for options and policies are taken, such as trec_eval or
    sklearn, or a dictionary of such settings. Policies that are given take precedence over it. null takes rankhouse''s
    own rules.
exclude := null: Pairs of query_id and item_id, such as what users had in training. They leave the run before ranks are
    computed, and the judgments. A last column, candidates, says what lists are made of.
candidates := null: Pairs of query_id and item_id that alone take part, in the run and in the judgments, such as sampled
    negatives or logged lists. A last column, candidates, says so.
intents := null: The column of the judgments that holds the intent (aspect, subtopic) which an item is judged for, in a
    row each. Measures over intents need it; to others an item is as relevant as to the intent that it serves best.
    Intents weigh the same, unless columns names a column intent_weight of the judgments.
provenance := false: true adds last columns that say where a number comes from: evaluated_at (UTC), rankhouse_version
    and settings_id, the same for the same settings of a measure, which metric_settings spells out. Default false.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro metric_settings(measures := null, ties := null, queries := null, unjudged := null, pool := null,
    relevant_from := null, convention := null, exclude := null, candidates := null, intents := null,
    intent_weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('metric_settings', to_json({'version': '1.0.0', 'measures': measures,
    'ties': ties, 'queries': queries, 'unjudged': unjudged, 'pool': pool, 'relevant_from': relevant_from,
    'convention': convention, 'exclude': exclude, 'candidates': candidates, 'intents': intents,
    'intent_weight': intent_weight, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when
    starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table metric_settings is 'What numbers are made with, one row per setting of a measure: settings_id, name, value (a text). They are the measure,
    what its convention is, its metric, cutoff and options, what the convention says beside, and the policies.
    settings_id is the MD5 hash of those that are not the defaults, the same in every engine.
measures := null: Measure strings, name[(option=value, ...)][@k], such as ndcg@10, ndcg(gain=linear)@10, map. null:
    ndcg@10, average_precision, reciprocal_rank, precision@10 and recall@10.
ties := null: Order of equal scores: item (id descending, the default), average (the expectation over all their orders),
    best or worst.
queries := null: Which queries count: judged (those with a relevant item, the default), intersection (judged and in the
    run), run (in the run) or all (judged, 0 without a relevant item).
unjudged := null: Items without a judgment are irrelevant (the default), or drop takes them out of the list first.
pool := null: judged (the default; relevant items count whether they were returned or not), or retrieved to look at the
    judgments of returned items alone.
relevant_from := null: The lowest relevance that counts as relevant; null, any above 0. Gains stay as they are.
convention := null: The name of a library whose defaults for options and policies are taken, such as trec_eval or
    sklearn, or a dictionary of such settings. Policies that are given take precedence over it. null takes rankhouse''s
    own rules.
exclude := null: Pairs that leave the lists; it matters whether they are given. Nothing is read.
candidates := null: Pairs that alone take part; it matters whether they are given. Nothing is read.
intents := null: The column of the judgments that holds the intent (aspect, subtopic) which an item is judged for, in a
    row each. Measures over intents need it; to others an item is as relevant as to the intent that it serves best.
    Intents weigh the same, unless columns names a column intent_weight of the judgments.
intent_weight := null: Your name of the column intent_weight, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
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
comment on macro table tie_audit is 'The select statement of what ties decide: one row for each query and measure with tied_share (share of the rows within
    the cutoff whose score another row has too, 0 to 1), value (ties by item), lowest and highest (worst and best order
    of tied items), expected (the mean over all orders; NULL where no closed form exists) and spread (highest - lowest).
    NULL where the measure is undefined.
run: The run.
judgments := null: The judgments; null when the run has a relevance column itself.
measures := null: Measure strings, as in query_metrics and with its default; average_precision(denominator=hits) with a
    cutoff is refused.
"by" := []: Columns of the run; each combination of their values, NULL included, is evaluated by itself.
judgments_by := []: Columns of the judgments to group by.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
rank := null: Your name of the column rank, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
queries := null: judged, intersection, run or all.
unjudged := null: irrelevant or drop.
pool := null: judged or retrieved.
checked := false: true when the inputs are known to be clean.
relevant_from := null: The lowest relevance that counts as relevant; null, any above 0.
convention := null: A convention; all of it is taken but its rule for ties.
exclude := null: Pairs of query_id and item_id that leave the run and the judgments first.
candidates := null: Pairs of query_id and item_id that alone take part.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
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
comment on macro table explain is 'The select statement of why two conventions disagree: one row per measure and step with the by columns, query_id
    (per_query only), measure, step (0, by the source), switched (the group of options), before, after, value and
    difference (to the step above; they add up to the whole; NULL where a query counts in one of two steps alone).
run: The run, as in query_metrics.
judgments := null: The judgments; null when the run has a relevance column itself.
measures := [''ndcg@10'']: Measure strings that both conventions have. Default ndcg@10.
source := null: The convention to start from; null takes rankhouse''s own rules.
target := null: The convention to arrive at; null takes rankhouse''s own rules.
"by" := []: Columns of the run; each combination of their values, NULL included, is evaluated by itself.
judgments_by := []: Columns of the judgments to group by.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
rank := null: Your name of the column rank, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
ties := null: Order of equal scores in place of that of both conventions, item, average, best or worst.
per_query := false: true gives the steps of each query, not of the mean.
checked := false: true when the inputs are known to be clean.
exclude := null: Pairs of query_id and item_id that leave the run and the judgments first.
candidates := null: Pairs of query_id and item_id that alone take part.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro explain_number(value, run, judgments := null, measure := 'ndcg@10', k := null, changes := 2,
    "by" := [], judgments_by := [], query_id := 'query_id', item_id := 'item_id', score := 'score',
    relevance := 'relevance', rank := null, columns := map {}, checked := false, exclude := null, candidates := null,
    show_sql := false) as table
from query(list_transform([rankhouse_sql('explain_number', to_json({'version': '1.0.0', 'value': value, 'run': run,
    'judgments': judgments, 'measure': measure, 'k': k, 'changes': changes, 'by': "by", 'judgments_by': judgments_by,
    'query_id': query_id, 'item_id': item_id, 'score': score, 'relevance': relevance, 'rank': rank, 'columns': columns,
    'checked': checked, 'exclude': exclude, 'candidates': candidates, 'show_sql': show_sql})::varchar)], lambda answer:
    case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table explain_number is 'The settings by which a figure comes about: the by columns, place (1 is nearest), value, difference (value - figure),
    matches (to the digits of the figure), measure, convention (or the thread of a known fault), ties, queries,
    unjudged, pool, n_changes, explanation. Every convention that has the measure is tried, known faults of libraries,
    and up to so many settings (changes) that differ from those asked for. The query is long, about 700 kB for two
    changes of ndcg, and 280 kB for one.
value: The figure with the digits that it has, such as 0.9307, "0.9300" or "93.1%".
run: The run, as in query_metrics.
judgments := null: The judgments; null when the run has a relevance column itself.
measure := ''ndcg@10'': A measure string, what the figure is said to be. Default ndcg@10.
k := null: The cutoff, where the measure has null; without either the usual cutoffs are tried.
changes := 2: How many settings at once may differ from those asked for, 0 to 9. Default 2.
"by" := []: Columns of the run; each combination of their values, NULL included, is evaluated by itself.
judgments_by := []: Columns of the judgments to group by.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
rank := null: Your name of the column rank, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
checked := false: true when the inputs are known to be clean.
exclude := null: Pairs of query_id and item_id that leave the run and the judgments first.
candidates := null: Pairs of query_id and item_id that alone take part.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro convention_problems(run, judgments := null, convention := null, ties := null, "by" := [],
    judgments_by := [], intents := null, query_id := 'query_id', item_id := 'item_id', score := 'score',
    relevance := 'relevance', rank := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('convention_problems', to_json({'version': '1.0.0', 'run': run,
    'judgments': judgments, 'convention': convention, 'ties': ties, 'by': "by", 'judgments_by': judgments_by,
    'intents': intents, 'query_id': query_id, 'item_id': item_id, 'score': score, 'relevance': relevance, 'rank': rank,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table convention_problems is 'The select statement of why a convention would not give its library''s numbers on these data: need, n_lists (how many
    lists are not so) and example (the query of one). No row when nothing is in the way.
run: The run.
judgments := null: The judgments; null when the run has a relevance column itself.
convention := null: The convention.
ties := null: Your own order of equal scores, item, average, best or worst, which settles ties.
"by" := []: Columns of the run; each combination of their values, NULL included, is evaluated by itself.
judgments_by := []: Columns of the judgments to group by.
intents := null: The column of the judgments that holds intents; then the order of equally relevant items decides too.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
rank := null: Your name of the column rank, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro input_problems(run := null, judgments := null, "by" := [], judgments_by := [], macro := null,
    options := {}, log := null, examination := null, run_by := [], ratings := null, human := null, machine := null,
    query_id := 'query_id', item_id := 'item_id', score := 'score', relevance := 'relevance', search_id := 'search_id',
    "position" := 'position', clicked := 'clicked', impressions := 'impressions', clicks := 'clicks', team := 'team',
    rank_a := 'rank_a', rank_b := 'rank_b', logging_probability := 'logging_probability',
    target_probability := 'target_probability', baseline_probability := 'baseline_probability', reward := 'reward',
    predicted_reward := 'predicted_reward', target_predicted_reward := 'target_predicted_reward',
    baseline_predicted_reward := 'baseline_predicted_reward', slate_id := 'slate_id', unit_id := 'unit_id',
    rater_id := 'rater_id', rating := 'rating', rank := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('input_problems', to_json({'version': '1.0.0', 'run': run,
    'judgments': judgments, 'by': "by", 'judgments_by': judgments_by, 'macro': macro, 'options': options, 'log': log,
    'examination': examination, 'run_by': run_by, 'ratings': ratings, 'human': human, 'machine': machine,
    'query_id': query_id, 'item_id': item_id, 'score': score, 'relevance': relevance, 'search_id': search_id,
    'position': "position", 'clicked': clicked, 'impressions': impressions, 'clicks': clicks, 'team': team,
    'rank_a': rank_a, 'rank_b': rank_b, 'logging_probability': logging_probability,
    'target_probability': target_probability, 'baseline_probability': baseline_probability, 'reward': reward,
    'predicted_reward': predicted_reward, 'target_predicted_reward': target_predicted_reward,
    'baseline_predicted_reward': baseline_predicted_reward, 'slate_id': slate_id, 'unit_id': unit_id,
    'rater_id': rater_id, 'rating': rating, 'rank': rank, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda
    answer: case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer
    end)[1]);
comment on macro table input_problems is 'One row for each kind of problem that occurs in the inputs of a macro: side (run, judgments, log, ...), problem, n_rows,
    an example, the message that refuses it, and who refuses it: everywhere (Python, dbt and DuckDB''s table macros),
    python, or counted (nobody).
run := null: The run.
judgments := null: The judgments; null looks at the run alone.
"by" := []: Columns within whose values a query''s items are looked at, such as the system.
judgments_by := []: The same for the judgments; a query is looked for on the other side within the columns that are in
    both.
macro := null: The macro whose inputs they are; null takes the first one that reads such relations, metrics of a run and
    click_judgments of a log.
options := {}: Other arguments of that macro that say what is read, such as counts and first_position of a click log.
log := null: The log, in place of a run.
examination := null: Position and examination, as position_bias gives them, beside a click log.
run_by := []: Of the columns in by, those that the run has, beside a click log.
ratings := null: What raters said, in place of a run.
human := null: The grades that people gave, in place of a run.
machine := null: The grades that a machine gave, beside those of people.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
search_id := ''search_id'': Your name of the column search_id.
"position" := ''position'': Your name of the column position.
clicked := ''clicked'': Your name of the column clicked.
impressions := ''impressions'': Your name of the column impressions.
clicks := ''clicks'': Your name of the column clicks.
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
rank := null: Your name of the column rank, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro recommendation_metrics(run, measures := null, items := null, interactions := null,
    judgments := null, features := null, distances := null, baseline := null, targets := null, "by" := [],
    query_id := 'query_id', item_id := 'item_id', score := 'score', relevance := 'relevance', feature := 'feature',
    other_item_id := 'other_item_id', distance := 'distance', target_share := 'target_share', rank := null,
    weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('recommendation_metrics', to_json({'version': '1.0.0', 'run': run,
    'measures': measures, 'items': items, 'interactions': interactions, 'judgments': judgments, 'features': features,
    'distances': distances, 'baseline': baseline, 'targets': targets, 'by': "by", 'query_id': query_id,
    'item_id': item_id, 'score': score, 'relevance': relevance, 'feature': feature, 'other_item_id': other_item_id,
    'distance': distance, 'target_share': target_share, 'rank': rank, 'weight': weight, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table recommendation_metrics is 'One row per measure of recommendations beyond accuracy: the by columns, measure, metric, k, value (NULL where undefined,
    never NaN), n_queries (the lists that it is the value of), n_unknown (items or pairs that the measure could not look
    up), and of means over lists value_sum, std_error and a 95 % interval, ci_low to ci_high, within the range of the
    measure. An input that a measure needs and is not given stops the compilation.
run: Recommended items: query_id (the user), item_id, score (the higher, the earlier in the list) and the columns named
    in by. Equal scores go by item_id, descending.
measures := null: Measure strings, such as catalogue_coverage@10, novelty@10, gini(among=shown).
items := null: The catalogue, one row per item_id.
interactions := null: What users had before, query_id and item_id, one row each time.
judgments := null: Judged items, query_id, item_id and relevance (above 0 is relevant).
features := null: What items are like, item_id and feature, one row per feature that the item has.
distances := null: Pairs of items, item_id, other_item_id and distance, either way round.
baseline := null: The run of a simple recommender, query_id, item_id and score.
targets := null: The share that each group is to have, feature and target_share, one row per feature; for
    awrf(target=given). A query with shares that are NULL or below 0, or that do not sum to 1, stops.
"by" := []: Columns of the run; each combination of their values, NULL included, is measured by itself.
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
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro expected_exposure(run, judgments, "by" := [], sample := null, attention := 'rbp', p := 0.5,
    satisfaction := 0.5, k := null, query_id := 'query_id', item_id := 'item_id', score := 'score',
    relevance := 'relevance', rank := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('expected_exposure', to_json({'version': '1.0.0', 'run': run,
    'judgments': judgments, 'by': "by", 'sample': sample, 'attention': attention, 'p': p, 'satisfaction': satisfaction,
    'k': k, 'query_id': query_id, 'item_id': item_id, 'score': score, 'relevance': relevance, 'rank': rank,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table expected_exposure is 'How a system shares out exposure beside what relevant items deserve (Diaz et al. 2020), three rows per group, ee_l
    (loss), ee_d (disparity) and ee_r (relevance): the by columns, measure, metric, k, value (mean over the queries that
    have a relevant item), n_queries, n_missing, value_sum, std_error, ci_low and ci_high.
run: Rankings, one row per query_id and item_id, of each sample, with a score. Equal scores go by item_id, descending.
judgments: query_id, item_id and relevance; items above 0 deserve exposure, the more the more relevant.
"by" := []: Columns of the run; each combination of their values, NULL included, is measured by itself.
sample := null: A column of the run that tells several rankings of a query apart. An item''s exposure is the mean over
    them; rows where it is NULL do not count.
attention := ''rbp'': What a rank gets, rbp (p^(rank - 1)), cascade (which each relevant item before it lowers too, by
    satisfaction) or log2 (1 / log2(rank + 1)).
p := 0.5: The probability that a reader goes on to the next rank, above 0 and below 1.
satisfaction := 0.5: Of cascade, the probability that a relevant item is enough, from 0 to 1.
k := null: Ranks below it get nothing.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
rank := null: Your name of the column rank, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
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
comment on macro table group_exposure is 'What groups of items get of the exposure, beside what their relevant items deserve, one row per feature, NULL for items
    without one: the by columns, feature, exposure and target (means over the queries that have a relevant item),
    exposure_share and target_share (of all items), ratio (the first share by the second, 1 is what the group deserves),
    std_error, ci_low and ci_high of the ratio, n_queries, n_missing and n_items.
run: Rankings, one row per query_id and item_id, of each sample, with a score. Equal scores go by item_id, descending.
judgments: query_id, item_id and relevance; items above 0 deserve exposure, the more the more relevant.
features: The groups of items, one row per item_id and feature. An item of several counts in each by its share: the
    same, or by its weight where columns names a column weight.
"by" := []: Columns of the run; each combination of their values, NULL included, is measured by itself.
sample := null: A column of the run that tells several rankings of a query apart. An item''s exposure is the mean over
    them; rows where it is NULL do not count.
attention := ''rbp'': What a rank gets, rbp (p^(rank - 1)), cascade (which each relevant item before it lowers too, by
    satisfaction) or log2 (1 / log2(rank + 1)).
p := 0.5: The probability that a reader goes on to the next rank, above 0 and below 1.
satisfaction := 0.5: Of cascade, the probability that a relevant item is enough, from 0 to 1.
k := null: Ranks below it get nothing.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
feature := ''feature'': Your name of the column feature.
rank := null: Your name of the column rank, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro rating_metrics(predictions, measures := ['mae', 'mse', 'rmse', 'r2'], "by" := [],
    rating := 'rating', prediction := 'prediction', weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('rating_metrics', to_json({'version': '1.0.0', 'predictions': predictions,
    'measures': measures, 'by': "by", 'rating': rating, 'prediction': prediction, 'weight': weight, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table rating_metrics is 'One row per measure of rating error: the by columns, measure, value, n_ratings (the pairs of finite numbers), n_left_out
    (rows without one) and value_sum (the sum of absolute errors for mae, of relative ones for mape, of squared ones for
    mse and rmse), from which the value of several groups together follows. An empty table has no row. With weights
    there is weight_sum too, and value_sum adds up weighted errors.
predictions: One row per rating, with the columns rating and prediction and those named in by.
measures := [''mae'', ''mse'', ''rmse'', ''r2'']: mae, mape, mse, rmse, r2, explained_variance.
"by" := []: Columns; each combination of their values, NULL included, is measured by itself.
rating := ''rating'': Your name of the column rating.
prediction := ''prediction'': Your name of the column prediction.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro classifier_metrics(predictions, measures := ['roc_auc', 'pr_auc', 'f1'], "by" := [],
    thresholds := [0.5], score := 'score', label := 'label', prediction := null, weight := null, columns := map {},
    show_sql := false) as table
from query(list_transform([rankhouse_sql('classifier_metrics', to_json({'version': '1.0.0', 'predictions': predictions,
    'measures': measures, 'by': "by", 'thresholds': thresholds, 'score': score, 'label': label,
    'prediction': prediction, 'weight': weight, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer:
    case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table classifier_metrics is 'One row per group and measure, and per threshold where the measure has one: the by columns, measure, metric, threshold,
    value, n_rows, n_positives, n_left_out. value is NULL where a measure is undefined, never NaN.
predictions: One row per prediction: score (any number, read as a 64-bit float) and label (0 or 1, or a boolean). A row
    without a score, with a NaN score, or with another label is left out and counted in n_left_out.
measures := [''roc_auc'', ''pr_auc'', ''f1'']: accuracy, precision, recall, fpr, specificity, fnr, npv, fdr, f1,
    f_beta(beta=2), balanced_accuracy, mcc; roc_auc, roc_auc_std_error, pr_auc, break_even, best_f1, best_f1_threshold,
    ks; log_loss, brier, ece(bins=10).
"by" := []: Columns; each combination of their values, NULL included, is evaluated by itself.
thresholds := [0.5]: A score of a threshold or above is predicted positive. Any finite numbers.
score := ''score'': Your name of the column score.
label := ''label'': Your name of the column label.
prediction := null: Your name of the column prediction, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro confusion(predictions, "by" := [], thresholds := [0.5], score := 'score', label := 'label',
    prediction := null, weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('confusion', to_json({'version': '1.0.0', 'predictions': predictions,
    'by': "by", 'thresholds': thresholds, 'score': score, 'label': label, 'prediction': prediction, 'weight': weight,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table confusion is 'One row per group and threshold: the by columns, threshold, tp, fp, fn, tn, n_rows, n_positives, n_left_out. With
    weights tp to tn are sums of them.
predictions: One row per prediction: score (any number, read as a 64-bit float) and label (0 or 1, or a boolean). A row
    without a score, with a NaN score, or with another label is left out and counted in n_left_out.
"by" := []: Columns; each combination of their values, NULL included, is evaluated by itself.
thresholds := [0.5]: A score of a threshold or above is predicted positive. Any finite numbers.
score := ''score'': Your name of the column score.
label := ''label'': Your name of the column label.
prediction := null: Your name of the column prediction, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro confusion_matrix(predictions, "by" := [], label := 'label', prediction := 'prediction',
    weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('confusion_matrix', to_json({'version': '1.0.0', 'predictions': predictions,
    'by': "by", 'label': label, 'prediction': prediction, 'weight': weight, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table confusion_matrix is 'One row per group, actual and predicted class, pairs that do not occur included: the by columns, label, prediction,
    n_rows, with weights weight_sum, n_left_out. The classes of a group are those that either column has there.
predictions: One row per prediction: label, the actual class, and prediction, the predicted one, of one type: text,
    whole numbers, booleans. A row without one of them is left out and counted in n_left_out.
"by" := []: Columns; each combination of their values, NULL included, is evaluated by itself.
label := ''label'': Your name of the column label.
prediction := ''prediction'': Your name of the column prediction.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro class_metrics(predictions, "by" := [], undefined := 'leave_out', label := 'label',
    prediction := 'prediction', weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('class_metrics', to_json({'version': '1.0.0', 'predictions': predictions,
    'by': "by", 'undefined': undefined, 'label': label, 'prediction': prediction, 'weight': weight, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table class_metrics is 'Each class against the rest, and the averages over classes: one row per group and class, whose average is NULL, and one
    per group and average (macro, micro, weighted), whose label is NULL: the by columns, label, average, precision,
    recall, f1, accuracy (of all classes, in the rows of averages), n_actual, n_predicted, tp, fp, fn, tn, n_rows,
    n_left_out. With weights tp to tn are sums of them. A measure is NULL where it is undefined.
predictions: One row per prediction: label, the actual class, and prediction, the predicted one, of one type: text,
    whole numbers, booleans. A row without one of them is left out and counted in n_left_out.
"by" := []: Columns; each combination of their values, NULL included, is evaluated by itself.
undefined := ''leave_out'': What an average takes for a class whose value is NULL: leave_out (the class does not count) or
    zero (0, as in scikit-learn unless told otherwise).
label := ''label'': Your name of the column label.
prediction := ''prediction'': Your name of the column prediction.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro roc_curve(predictions, "by" := [], points := 1000, score := 'score', label := 'label',
    prediction := null, weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('roc_curve', to_json({'version': '1.0.0', 'predictions': predictions,
    'by': "by", 'points': points, 'score': score, 'label': label, 'prediction': prediction, 'weight': weight,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table roc_curve is 'The ROC curve, one row per point: the by columns, threshold (NULL at 0, 0), fpr, tpr, tp, fp, n_rows, n_positives,
    is_break_even, area (exact, the same in every row of a group). With weights tp and fp are sums of them, and the
    break-even point is that of as much weight as the positives have.
predictions: One row per prediction: score (any number, read as a 64-bit float) and label (0 or 1, or a boolean). A row
    without a score, with a NaN score, or with another label is left out and counted in n_left_out.
"by" := []: Columns; each combination of their values, NULL included, is evaluated by itself.
points := 1000: At most so many points a group, at least 5; both ends and the break-even point stay, and no point of the
    full curve is more than 4 / (points - 3) above or below the thinned one. none: every distinct score.
score := ''score'': Your name of the column score.
label := ''label'': Your name of the column label.
prediction := null: Your name of the column prediction, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro pr_curve(predictions, "by" := [], points := 1000, score := 'score', label := 'label',
    prediction := null, weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('pr_curve', to_json({'version': '1.0.0', 'predictions': predictions,
    'by': "by", 'points': points, 'score': score, 'label': label, 'prediction': prediction, 'weight': weight,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table pr_curve is 'The precision-recall curve, one row per point: the by columns, threshold (NULL at recall 0), recall, precision, tp, fp,
    n_rows, n_positives, is_break_even, area (the step sum, exact). With weights tp and fp are sums of them, and the
    break-even point is that of as much weight as the positives have.
predictions: One row per prediction: score (any number, read as a 64-bit float) and label (0 or 1, or a boolean). A row
    without a score, with a NaN score, or with another label is left out and counted in n_left_out.
"by" := []: Columns; each combination of their values, NULL included, is evaluated by itself.
points := 1000: At most so many points a group, at least 5; both ends and the break-even point stay, and no point of the
    full curve is more than 2 ln(n_rows) / (points - 3) above or below the thinned one. none: every distinct score. With
    weights it is 2 ln(weight of all rows / weight of the highest score) / (points - 3).
score := ''score'': Your name of the column score.
label := ''label'': Your name of the column label.
prediction := null: Your name of the column prediction, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro calibration(predictions, "by" := [], bins := 10, score := 'score', label := 'label',
    prediction := null, weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('calibration', to_json({'version': '1.0.0', 'predictions': predictions,
    'by': "by", 'bins': bins, 'score': score, 'label': label, 'prediction': prediction, 'weight': weight,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table calibration is 'One row per group and bin of equal width that has rows: the by columns, bin (from 1), bin_from, bin_to (a bin holds its
    upper edge), n_rows, n_positives, mean_score, positive_share. Scores outside 0 to 1 are in no bin. With weights
    mean_score and positive_share are weighted, and rows of weight 0 are in no bin.
predictions: One row per prediction: score (any number, read as a 64-bit float) and label (0 or 1, or a boolean). A row
    without a score, with a NaN score, or with another label is left out and counted in n_left_out.
"by" := []: Columns; each combination of their values, NULL included, is evaluated by itself.
bins := 10: Number of bins between 0 and 1, at least 1.
score := ''score'': Your name of the column score.
label := ''label'': Your name of the column label.
prediction := null: Your name of the column prediction, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro lift(predictions, "by" := [], bins := 10, score := 'score', label := 'label',
    prediction := null, weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('lift', to_json({'version': '1.0.0', 'predictions': predictions, 'by': "by",
    'bins': bins, 'score': score, 'label': label, 'prediction': prediction, 'weight': weight, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table lift is 'One row per group and part of its rows in descending order of score: the by columns, bin (1 has the highest scores),
    depth, threshold, n_rows, n_positives, positive_share, lift, cumulative_positives, gain, cumulative_lift. Of tied
    rows each part has the positives that are expected of it. With weights the parts are of equal weight, and every
    number of rows or positives is a sum of weights.
predictions: One row per prediction: score (any number, read as a 64-bit float) and label (0 or 1, or a boolean). A row
    without a score, with a NaN score, or with another label is left out and counted in n_left_out.
"by" := []: Columns; each combination of their values, NULL included, is evaluated by itself.
bins := 10: Number of parts of equal size, at least 1.
score := ''score'': Your name of the column score.
label := ''label'': Your name of the column label.
prediction := null: Your name of the column prediction, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro binned_auc(predictions, "by" := [], bins := 1000, lowest := null, highest := null,
    score := 'score', label := 'label', prediction := null, weight := null, columns := map {}, show_sql := false) as
    table
from query(list_transform([rankhouse_sql('binned_auc', to_json({'version': '1.0.0', 'predictions': predictions,
    'by': "by", 'bins': bins, 'lowest': lowest, 'highest': highest, 'score': score, 'label': label,
    'prediction': prediction, 'weight': weight, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer:
    case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table binned_auc is 'ROC AUC from a histogram of the scores, one row per group: the by columns, roc_auc, low, high, n_rows, n_positives. The
    exact value is never below low or above high. With weights a pair weighs the product of those of its rows.
predictions: One row per prediction: score (any number, read as a 64-bit float) and label (0 or 1, or a boolean). A row
    without a score, with a NaN score, or with another label is left out and counted in n_left_out.
"by" := []: Columns; each combination of their values, NULL included, is evaluated by itself.
bins := 1000: Number of bins of equal width, at least 1.
lowest := null: Where the first bin starts; lower scores are in it. null, the least finite score, takes a scan.
highest := null: Where the last bin ends; higher scores are in it. null, the greatest finite score, takes a scan.
score := ''score'': Your name of the column score.
label := ''label'': Your name of the column label.
prediction := null: Your name of the column prediction, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro prediction_problems(predictions, score := 'score', label := 'label', prediction := null,
    weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('prediction_problems', to_json({'version': '1.0.0', 'predictions': predictions,
    'score': score, 'label': label, 'prediction': prediction, 'weight': weight, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table prediction_problems is 'One row per kind of problem that occurs in predictions: problem, n_rows, example.
predictions: One row per prediction with score and label.
score := ''score'': Your name of the column score.
label := ''label'': Your name of the column label.
prediction := null: Your name of the column prediction, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
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
comment on macro table detection_metrics is 'One row per IoU threshold: the by columns, measure (mean_average_precision), iou_threshold, value, n_classes,
    n_ground_truth, n_detections, n_true_positives and n_left_out. value is the mean of average precision over the
    classes of the ground truth, NULL without one. Several thresholds have one more row, the mean over them, whose
    iou_threshold is NULL. Needs an engine with recursive queries, or Spark.
detections: Detected boxes, with image_id, class_id, score (the higher, the surer), x_min, y_min, x_max, y_max and the
    columns named in by.
ground_truth: The boxes of the objects, with image_id, class_id, x_min, y_min, x_max, y_max; and with iscrowd (1, or
    true, for a box around many objects, which detections are ignored on) and area where columns name them.
iou_thresholds := [0.5]: Numbers above 0 and up to 1, or ranges such as ''0.5:0.95:0.05''. A detection is a true positive
    at an IoU of at least the threshold.
interpolation := ''all'': all (area under the interpolated curve, the default), 11-point or 101-point.
"by" := []: Columns of the detections; each combination of their values, NULL included, is evaluated by itself.
ground_truth_by := []: Those columns of by that the ground truth has too; a group then meets its own part of it.
area_range := ''all'': all (the default), small (up to 32 x 32), medium (up to 96 x 96) or large: objects of another area
    are ignored, and so are detections of another area that match none.
max_detections := null: How many detections of an image and class count, those of the highest scores. Default, null,
    all.
image_id := ''image_id'': Your name of the column image_id.
class_id := ''class_id'': Your name of the column class_id.
score := ''score'': Your name of the column score.
x_min := ''x_min'': Your name of the column x_min.
y_min := ''y_min'': Your name of the column y_min.
x_max := ''x_max'': Your name of the column x_max.
y_max := ''y_max'': Your name of the column y_max.
iscrowd := null: Your name of the column iscrowd, where there is one.
area := null: Your name of the column area, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
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
comment on macro table detection_class_metrics is 'One row per class and IoU threshold: the by columns, class_id, measure (average_precision), iou_threshold, value,
    n_ground_truth, n_detections and n_true_positives. A class that the ground truth lacks has no value.
detections: Detected boxes, with image_id, class_id, score (the higher, the surer), x_min, y_min, x_max, y_max and the
    columns named in by.
ground_truth: The boxes of the objects, with image_id, class_id, x_min, y_min, x_max, y_max; and with iscrowd (1, or
    true, for a box around many objects, which detections are ignored on) and area where columns name them.
iou_thresholds := [0.5]: Numbers above 0 and up to 1, or ranges such as ''0.5:0.95:0.05''. A detection is a true positive
    at an IoU of at least the threshold.
interpolation := ''all'': all (area under the interpolated curve, the default), 11-point or 101-point.
"by" := []: Columns of the detections; each combination of their values, NULL included, is evaluated by itself.
ground_truth_by := []: Those columns of by that the ground truth has too; a group then meets its own part of it.
area_range := ''all'': all (the default), small (up to 32 x 32), medium (up to 96 x 96) or large: objects of another area
    are ignored, and so are detections of another area that match none.
max_detections := null: How many detections of an image and class count, those of the highest scores. Default, null,
    all.
image_id := ''image_id'': Your name of the column image_id.
class_id := ''class_id'': Your name of the column class_id.
score := ''score'': Your name of the column score.
x_min := ''x_min'': Your name of the column x_min.
y_min := ''y_min'': Your name of the column y_min.
x_max := ''x_max'': Your name of the column x_max.
y_max := ''y_max'': Your name of the column y_max.
iscrowd := null: Your name of the column iscrowd, where there is one.
area := null: Your name of the column area, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro sample_negatives(items, judgments, n := 100, "by" := 'uniform', exclude := null, seed := 0,
    relevant_from := null, query_id := 'query_id', item_id := 'item_id', relevance := 'relevance',
    popularity := 'popularity', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('sample_negatives', to_json({'version': '1.0.0', 'items': items,
    'judgments': judgments, 'n': n, 'by': "by", 'exclude': exclude, 'seed': seed, 'relevant_from': relevant_from,
    'query_id': query_id, 'item_id': item_id, 'relevance': relevance, 'popularity': popularity, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table sample_negatives is 'What a sampled evaluation ranks: of each query with a relevant item its relevant items and n other items of the
    catalogue at random, with query_id, item_id, relevance (0 of a negative) and n_negatives of the query, which are
    fewer than n where the catalogue has no more. Drawn without replacement, by a hash of seed, query and draw or item:
    the same rows on every engine, every day and in every order. A metric over such a sample is not the metric over all
    items, not even in the order of systems: see correct_sampled.
items: The catalogue, with item_id, and popularity where it is drawn by that. Duplicates are one item, with the highest
    popularity; NULL is none.
judgments: One row per query and item, with query_id, item_id and relevance.
n := 100: How many negatives a query gets, at least 1.
"by" := ''uniform'': uniform draws every item alike, from about 2 n + 40 hashes for each query; only queries that these
    give too few negatives look at the whole catalogue. popularity draws in proportion to that column, one item after
    the other, and looks at every item for every query; items whose popularity is NULL, NaN, 0 or less are never drawn.
exclude := null: Items that are not drawn for a query, such as those of the training data, with query_id and item_id.
seed := 0: Another whole number, another sample.
relevant_from := null: The lowest relevance that counts as relevant; null, any above 0.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
relevance := ''relevance'': Your name of the column relevance.
popularity := ''popularity'': Your name of the column popularity.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro sampled_ranks(run, judgments, candidates, "by" := [], relevant_from := null,
    query_id := 'query_id', item_id := 'item_id', score := 'score', relevance := 'relevance', rank := null,
    columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('sampled_ranks', to_json({'version': '1.0.0', 'run': run,
    'judgments': judgments, 'candidates': candidates, 'by': "by", 'relevant_from': relevant_from, 'query_id': query_id,
    'item_id': item_id, 'score': score, 'relevance': relevance, 'rank': rank, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table sampled_ranks is 'The ranks of relevant items among sampled negatives: one row for each relevant item of a query in each group of the run,
    with the by columns, query_id, item_id, relevance, is_retrieved (1 where the run has the item), sampled_rank (1 +
    the negatives above it) and n_negatives of the query. Of equal scores the higher item id is above; other relevant
    items are not counted; an item missing from the run is last.
run: Scored items, with query_id, item_id, score (or a rank that columns names) and those named in by.
judgments: One row per query and item, with query_id, item_id and relevance.
candidates: The negatives of each query, with query_id and item_id: what sample_negatives gives, or a log has. Relevant
    items among them are no negatives; duplicates count once.
"by" := []: Columns; each combination of their values, NULL included, is measured by itself.
relevant_from := null: The lowest relevance that counts as relevant; null, any above 0.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
rank := null: Your name of the column rank, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro correct_sampled(ranks, corrections, "by" := [], query_id := 'query_id', columns := map {},
    show_sql := false) as table
from query(list_transform([rankhouse_sql('correct_sampled', to_json({'version': '1.0.0', 'ranks': ranks,
    'corrections': corrections, 'by': "by", 'query_id': query_id, 'columns': columns, 'show_sql': show_sql})::varchar)],
    lambda answer: case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else
    answer end)[1]);
comment on macro table correct_sampled is 'Estimates metrics over all items from ranks among sampled negatives: one row for each measure and method of the
    corrections in each group, with the by columns, measure, method, n_items, value (the estimate), sampled_value (the
    metric of the sample), std_error (of value, over queries; NULL below two), n_instances (relevant items that the
    values are of), n_missing (of them, those missing from the run), n_left_out (those whose number of negatives the
    corrections lack) and candidates, which says what was ranked.
ranks: What sampled_ranks gives.
corrections: The table of rankhouse.sampled_corrections in Python, a seed or a model: measure, method, n_items,
    n_negatives, sampled_rank, sampled_value, value.
"by" := []: Columns; each combination of their values, NULL included, is measured by itself.
query_id := ''query_id'': Your name of the column query_id.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro split(ratings, method := 'leave_last', n := null, share := null, given := null, cut := null,
    folds := null, fold := null, seed := 0, short := 'train', new_users := 'keep', new_items := 'keep',
    user_id := 'user_id', item_id := 'item_id', rated_at := 'rated_at', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('split', to_json({'version': '1.0.0', 'ratings': ratings, 'method': method,
    'n': n, 'share': share, 'given': given, 'cut': cut, 'folds': folds, 'fold': fold, 'seed': seed, 'short': short,
    'new_users': new_users, 'new_items': new_items, 'user_id': user_id, 'item_id': item_id, 'rated_at': rated_at,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table split is 'The ratings with a column part (train, given, test or left_out) and reason, why a row is not where its method would have
    it (NULL for all others). One row for each row of the ratings. What is random comes of a hash of seed, user and
    item: the same rows on every engine, every day and in every order. A pair of user and item is in one part, however
    many rows it has; by time its place is that of its first row. Ratings that have a column part, reason, fold or
    n_given already are refused by the engine as ambiguous. Rows without a user, an item, or the time that a method
    needs are left_out.
ratings: One row per rating, with user_id, item_id and, for leave_last and time, rated_at. Other columns stay as they
    are. Ids are whole numbers or texts for the same rows on every engine; the text of other types differs among them.
method := ''leave_last'': random, leave_last, time, weak, strong, folds or learning_curve: of each user''s items some at
    random, the last ones, all from a time on, all but some, those of held-out users, a part in turn, all but 1, 2, 3,
    ...
n := null: How many of each user''s items random and leave_last test, at least 1; leave_last has 1.
share := null: Which share of each user''s items random (0.2) and leave_last test, at least one and not all; for strong
    which share of the users is held out (0.2). Above 0 and below 1.
given := null: How many items of a user are known in weak, strong and learning_curve, there at most.
cut := null: For time, when the test begins, such as ''2026-01-31''; a number where times are numbers.
folds := null: How many folds there are, 5 by default, at least 2.
fold := null: The fold that is tested, from 1 on. null gives the column fold in place of part.
seed := 0: Another seed gives another split, from 0 on.
short := ''train'': Where users go with too few items for both parts, train or leave_out.
new_users := ''keep'': keep or leave_out, what is tested of users of whom nothing is in train or given.
new_items := ''keep'': keep or leave_out, what becomes of tested items that are not in train or given.
user_id := ''user_id'': Your name of the column user_id.
item_id := ''item_id'': Your name of the column item_id.
rated_at := ''rated_at'': Your name of the column rated_at.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro split_counts(split, "by" := [], user_id := 'user_id', item_id := 'item_id', part := 'part',
    reason := 'reason', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('split_counts', to_json({'version': '1.0.0', 'split': split, 'by': "by",
    'user_id': user_id, 'item_id': item_id, 'part': part, 'reason': reason, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table split_counts is 'One row for each part and reason of a split, so that nothing is left out unseen: the by columns, part, reason, n_ratings
    (rows), n_users and n_items (distinct, without NULL).
split: What split gave, with part, reason, user_id and item_id.
"by" := []: Columns that are counted apart, such as n_given of a learning curve.
user_id := ''user_id'': Your name of the column user_id.
item_id := ''item_id'': Your name of the column item_id.
part := ''part'': Your name of the column part.
reason := ''reason'': Your name of the column reason.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro learning_curve(query_metrics, "by" := ['system'], query_id := 'query_id', measure := 'measure',
    value := 'value', n_given := 'n_given', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('learning_curve', to_json({'version': '1.0.0', 'query_metrics': query_metrics,
    'by': "by", 'query_id': query_id, 'measure': measure, 'value': value, 'n_given': n_given, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table learning_curve is 'One row per group, measure and number of given ratings: the by columns, measure, n_given, value (the mean over users),
    n_queries, std_error and a 95 % interval, ci_low to ci_high. At each point that is what metrics gives for its split.
    The range that the interval stays in is read off the measure''s name; it does not hold where the table has a value
    beyond.
query_metrics: One row per user, measure and point in each group, with query_id, measure, value, n_given and those named
    in by (for curve_crossings, system too): what query_metrics gives where n_given is one of its grouping columns. A
    value that is NULL or NaN does not count; rows without a user, a point or, for curve_crossings, a system are left
    out.
"by" := [''system'']: Columns; each combination of their values, NULL included, is a curve of its own.
query_id := ''query_id'': Your name of the column query_id.
measure := ''measure'': Your name of the column measure.
value := ''value'': Your name of the column value.
n_given := ''n_given'': Your name of the column n_given.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro mean_over_curve(query_metrics, "by" := ['system'], incomplete := 'leave_out',
    query_id := 'query_id', measure := 'measure', value := 'value', n_given := 'n_given', columns := map {},
    show_sql := false) as table
from query(list_transform([rankhouse_sql('mean_over_curve', to_json({'version': '1.0.0', 'query_metrics': query_metrics,
    'by': "by", 'incomplete': incomplete, 'query_id': query_id, 'measure': measure, 'value': value, 'n_given': n_given,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table mean_over_curve is 'MANDCG, and the same of any measure: the mean over users of a user''s mean over all points of the curve. One row per
    group and measure: the by columns, measure, value, n_queries, n_incomplete, std_error and a 95 % interval, ci_low to
    ci_high. The points of a curve are those at which any group has a value.
query_metrics: One row per user, measure and point in each group, with query_id, measure, value, n_given and those named
    in by (for curve_crossings, system too): what query_metrics gives where n_given is one of its grouping columns. A
    value that is NULL or NaN does not count; rows without a user, a point or, for curve_crossings, a system are left
    out.
"by" := [''system'']: Columns; each combination of their values, NULL included, is a curve of its own.
incomplete := ''leave_out'': leave_out or keep: what becomes of users without a value at some points of the curve. Those
    that are kept have the mean over the points that they have. n_incomplete counts them either way.
query_id := ''query_id'': Your name of the column query_id.
measure := ''measure'': Your name of the column measure.
value := ''value'': Your name of the column value.
n_given := ''n_given'': Your name of the column n_given.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro curve_crossings(query_metrics, "by" := [], repetitions := 1000, seed := 0, confidence := 0.95,
    query_id := 'query_id', measure := 'measure', value := 'value', n_given := 'n_given', system := 'system',
    columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('curve_crossings', to_json({'version': '1.0.0', 'query_metrics': query_metrics,
    'by': "by", 'repetitions': repetitions, 'seed': seed, 'confidence': confidence, 'query_id': query_id,
    'measure': measure, 'value': value, 'n_given': n_given, 'system': system, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table curve_crossings is 'The points where the learning curves of two systems cross, with bootstrap intervals. Of each pair of systems and each
    measure one row per crossing, or one whose crossing is NULL: the by columns, measure, system, other_system,
    crossing, ci_low, ci_high, ahead_before, ahead_after, crossing_share, n_queries. A curve is the mean over the users
    who have a value for both systems at a point; pairs without such users have no row. Users are resampled together
    with all their values, by Poisson(1) weights from a hash: the same on every engine.
query_metrics: One row per user, measure and point in each group, with query_id, measure, value, n_given and those named
    in by (for curve_crossings, system too): what query_metrics gives where n_given is one of its grouping columns. A
    value that is NULL or NaN does not count; rows without a user, a point or, for curve_crossings, a system are left
    out.
"by" := []: Columns; systems are compared within each combination of their values, NULL included.
repetitions := 1000: The number of bootstrap samples, from 1 to 10,000.
seed := 0: Other samples for another seed, a whole number from 0 on.
confidence := 0.95: The share of the samples'' crossings within ci_low and ci_high, above 0 and below 1.
query_id := ''query_id'': Your name of the column query_id.
measure := ''measure'': Your name of the column measure.
value := ''value'': Your name of the column value.
n_given := ''n_given'': Your name of the column n_given.
system := ''system'': Your name of the column system.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro compare(query_metrics, baseline := null, "by" := [], test := 't', correction := 'holm',
    "interval" := null, confidence := 0.95, power := 0.8, repetitions := 10000, seed := 0, system := 'system',
    query_id := 'query_id', measure := 'measure', metric := 'metric', k := 'k', value := 'value', columns := map {},
    show_sql := false) as table
from query(list_transform([rankhouse_sql('compare', to_json({'version': '1.0.0', 'query_metrics': query_metrics,
    'baseline': baseline, 'by': "by", 'test': test, 'correction': correction, 'interval': "interval",
    'confidence': confidence, 'power': power, 'repetitions': repetitions, 'seed': seed, 'system': system,
    'query_id': query_id, 'measure': measure, 'metric': metric, 'k': k, 'value': value, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table compare is 'Compares systems by query, one row per group, measure and pair of systems: the by columns, measure, metric, k, system,
    baseline, value, baseline_value, difference (the mean over the queries with a value for both), ci_low, ci_high (of
    the difference), effect_size (the difference by std_dev), n_queries, wins, ties, losses, test, p_value (two-sided),
    p_adjusted, relative_difference, std_dev (of the queries'' differences), interval, n_left_out (queries with a value
    on one side alone), detectable_difference and queries_needed (of a t-test with the given power). What is undefined
    is NULL; p_value is 1 where no query differs. Differences within 1e-12 of their two values are ties.
query_metrics: One row per query, measure and system: what query_metrics gives with the column of the system in by. A
    value that is NULL or NaN does not count; rows without a query or a system are left out, and so is a query with
    several values of a system.
baseline := null: The system that all others are compared with. null: every pair once, the later name against the
    earlier one. It is an error where no system is named so.
"by" := []: Further columns; systems are compared within each combination of their values, NULL included.
test := ''t'': t (Student''s, paired), wilcoxon (signed ranks), sign, randomisation (Fisher''s sign flips) or bootstrap.
correction := ''holm'': Of the p-values of all rows together, holm, bonferroni, benjamini_hochberg or none.
"interval" := null: Of the difference: t, percentile or bca. null: bca for the bootstrap, t for all other tests.
confidence := 0.95: Of the interval, above 0 and below 1; 0.95 for 95 %.
power := 0.8: The chance of seeing a difference as large as detectable_difference, above 0.5 and below 1.
repetitions := 10000: Of randomisation and bootstrap, from 1 to 10,000.
seed := 0: Other repetitions for another seed, a whole number from 0 on.
system := ''system'': Your name of the column system.
query_id := ''query_id'': Your name of the column query_id.
measure := ''measure'': Your name of the column measure.
metric := ''metric'': Your name of the column metric.
k := ''k'': Your name of the column k.
value := ''value'': Your name of the column value.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro mean_intervals(query_metrics, "by" := ['system'], method := 't', confidence := 0.95,
    repetitions := 10000, seed := 0, query_id := 'query_id', measure := 'measure', metric := 'metric', k := 'k',
    value := 'value', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('mean_intervals', to_json({'version': '1.0.0', 'query_metrics': query_metrics,
    'by': "by", 'method': method, 'confidence': confidence, 'repetitions': repetitions, 'seed': seed,
    'query_id': query_id, 'measure': measure, 'metric': metric, 'k': k, 'value': value, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table mean_intervals is 'A mean over queries with an interval by a method of your choice: one row per group and measure: the by columns, measure,
    metric, k, value (the mean), n_queries, std_dev (of the values), ci_low, ci_high and method. The interval is NULL
    below two queries, but for wilson.
query_metrics: One row per query and measure in each group, with query_id, measure, metric, k, value and the columns
    named in by: what query_metrics gives. Rows count alike; a value that is NULL, NaN or infinite does not count, and
    rows without a query or a measure are left out.
"by" := [''system'']: Columns; each combination of their values, NULL included, is a group.
method := ''t'': t (Student''s t distribution; its ends stay in the range of the measure, which is read off the name),
    bootstrap (quantiles of the means of resampled queries), bca (the same, corrected for bias and skewness) or wilson
    (Wilson''s score interval, of values that are 0 or 1, such as those of hit_rate; NULL where others occur).
confidence := 0.95: The share of such intervals that hold the mean, above 0 and below 1.
repetitions := 10000: Of bootstrap and bca, 1 to 10,000. A query''s weight in each is a Poisson(1) number from a hash of
    seed, query_id and repetition, the same for all groups and measures, on every engine.
seed := 0: A whole number; another one, other repetitions.
query_id := ''query_id'': Your name of the column query_id.
measure := ''measure'': Your name of the column measure.
metric := ''metric'': Your name of the column metric.
k := ''k'': Your name of the column k.
value := ''value'': Your name of the column value.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro rater_agreement(ratings, "by" := [], method := 'krippendorff', level := 'nominal',
    weights := null, pairs := false, confidence := 0.95, repetitions := 1000, seed := 0, unit_id := 'unit_id',
    rater_id := 'rater_id', rating := 'rating', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('rater_agreement', to_json({'version': '1.0.0', 'ratings': ratings, 'by': "by",
    'method': method, 'level': level, 'weights': weights, 'pairs': pairs, 'confidence': confidence,
    'repetitions': repetitions, 'seed': seed, 'unit_id': unit_id, 'rater_id': rater_id, 'rating': rating,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table rater_agreement is 'How far raters agree, one row per group: the by columns, rater_id and other_rater_id (with pairs), method, value,
    n_units, n_raters, n_left_out, ci_low and ci_high. 1 is full agreement, 0 that of chance. NULL where all ratings are
    equal, and where no unit has two.
ratings: One row per rating, with unit_id, rater_id and rating. Rows where one of them is NULL do not count.
"by" := []: Columns; each combination of their values, NULL included, is a group.
method := ''krippendorff'': krippendorff (alpha: any number of raters, holes allowed), cohen (kappa of two raters, NULL
    for more), fleiss (kappa of as many ratings of each unit, NULL otherwise) or agreement (the share of pairs of
    ratings that are equal).
level := ''nominal'': How far apart two ratings are for alpha: nominal (equal or not), ordinal (the ratings between them),
    interval (their difference) or ratio (their difference over their sum).
weights := null: For cohen, linear or quadratic by the places of two ratings in the order of all; null, equal or not.
pairs := false: One row per pair of raters.
confidence := 0.95: Of the interval, above 0 and below 1.
repetitions := 1000: Of the bootstrap over units that the interval comes from, up to 10,000; 0 for no interval. NULL
    below 6 units at 95 %.
seed := 0: A whole number; another one, other repetitions.
unit_id := ''unit_id'': Your name of the column unit_id.
rater_id := ''rater_id'': Your name of the column rater_id.
rating := ''rating'': Your name of the column rating.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro merge_ratings(ratings, "by" := [], method := 'majority', ties := 'lowest', adjudicator := null,
    steps := 20, unit_id := 'unit_id', rater_id := 'rater_id', rating := 'rating', columns := map {}, show_sql := false)
    as table
from query(list_transform([rankhouse_sql('merge_ratings', to_json({'version': '1.0.0', 'ratings': ratings, 'by': "by",
    'method': method, 'ties': ties, 'adjudicator': adjudicator, 'steps': steps, 'unit_id': unit_id,
    'rater_id': rater_id, 'rating': rating, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case
    when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table merge_ratings is 'One label per unit of what several raters said: the by columns, unit_id, rating, n_raters and agreement, the share of
    the unit''s ratings that are equal to the label (of mean and median: to the most frequent one).
ratings: One row per rating, with unit_id, rater_id and rating. Rows where one of them is NULL do not count; what a
    rater says of a unit twice counts once.
"by" := []: Columns; each combination of their values is merged on its own.
method := ''majority'': majority (the most frequent rating), mean, median, or dawid_skene (the most probable label when
    each rater has a matrix of confusion of his own; Dawid and Skene 1979).
ties := ''lowest'': Which of equally frequent ratings is the label of majority, lowest, highest or none (NULL).
adjudicator := null: A rater whose rating of a unit stands, whatever the others said.
steps := 20: Of dawid_skene, of expectation and maximisation, 0 to 100; they begin with the shares of a unit''s ratings.
unit_id := ''unit_id'': Your name of the column unit_id.
rater_id := ''rater_id'': Your name of the column rater_id.
rating := ''rating'': Your name of the column rating.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro grade_calibration(human, machine, "by" := [], per_grade := true, confidence := 0.95,
    query_id := 'query_id', item_id := 'item_id', relevance := 'relevance', columns := map {}, show_sql := false) as
    table
from query(list_transform([rankhouse_sql('grade_calibration', to_json({'version': '1.0.0', 'human': human,
    'machine': machine, 'by': "by", 'per_grade': per_grade, 'confidence': confidence, 'query_id': query_id,
    'item_id': item_id, 'relevance': relevance, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer:
    case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table grade_calibration is 'Says what the grades of a machine are worth beside those of people, one row per group and machine grade, or per group:
    the by columns, machine_grade (or their mean), human_grade (the mean that people gave the same items), human_low,
    human_high, bias (machine less human), bias_low, bias_high, n_items and n_queries (with both grades) and n_machine
    (items that the machine graded). It assumes that people graded a random sample of the queries.
human: Judgments of people, with query_id, item_id and relevance, a number. Rows where one of them is NULL, or the grade
    NaN or infinite, do not count. Those of several raters are merged first; several grades of an item count each.
machine: Judgments of a machine, of the same items and others, with the columns named in by. A human grade of an item
    that it has no grade of does not count.
"by" := []: Columns of the machine''s judgments, such as the model, the day, or how long the item is; each combination of
    their values, NULL included, is a group.
per_grade := true: One row per grade of the machine; otherwise one of all its grades.
confidence := 0.95: Of the intervals, above 0 and below 1. They are Student''s t over queries, and may end beyond the
    scale; NULL below two queries.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
relevance := ''relevance'': Your name of the column relevance.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro grade_confusion(human, machine, "by" := [], query_id := 'query_id', item_id := 'item_id',
    relevance := 'relevance', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('grade_confusion', to_json({'version': '1.0.0', 'human': human,
    'machine': machine, 'by': "by", 'query_id': query_id, 'item_id': item_id, 'relevance': relevance,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table grade_confusion is 'How often people and a machine gave the same items which grades, one row per group and pair of grades that occurs: the
    by columns, human_grade (NULL of items that people did not grade), machine_grade, n_items, human_share (of the items
    with that human grade) and machine_share (of those with that machine grade and a human one).
human: As in grade_calibration.
machine: As in grade_calibration.
"by" := []: Columns of the machine''s judgments; each combination of their values is a group.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
relevance := ''relevance'': Your name of the column relevance.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
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
comment on macro table click_judgments is 'Makes judgments of a click log, one row per query and item: the by columns, query_id, item_id, relevance, impressions,
    clicks, expected_clicks (the clicks of an item of relevance 1 in its places) and std_error. An item without a
    relevance, such as one that no search examined, has no row.
log: One row per item shown, with search_id, query_id, item_id, position (from 1) and clicked; with counts, query_id,
    item_id, position, impressions and clicks. Rows where one of them is NULL do not count.
"by" := []: Columns; each combination of their values is estimated on its own.
method := ''coec'': coec (clicks over expected clicks by position), ctr (clicks over impressions), pbm (the position-based
    model), or by how far a search was examined cascade (to its first click), dcm and sdbn (to its last; sdbn times the
    share of clicks that were the last).
min_impressions := 1: Items with fewer have no row; what positions are worth is estimated of all.
grades := null: A list of thresholds, or a whole number of quantiles; relevance is then a whole number, how many
    thresholds it reaches or its quantile from 0 on.
examination := null: The examination of each position, with position and examination, in place of estimates; for coec
    and pbm.
prior := [0, 0]: Clicks, and impressions without a click, that every share begins with.
fit_prior := false: For ctr, the prior from the moments of the items'' shares (Kleinman 1973).
steps := 50: Of pbm, of expectation and maximisation, 1 to 200.
updates := ''simultaneous'': Of pbm, attraction and examination from the same old values, simultaneous, or examination
    from the new attraction, alternating.
unclicked := ''examined'': Whether a search without a click was examined to its end, or is unexamined.
counts := false: Whether the log has impressions and clicks in place of searches.
first_position := 1: 0 where positions start at 0.
search_id := ''search_id'': Your name of the column search_id.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
"position" := ''position'': Your name of the column position.
clicked := ''clicked'': Your name of the column clicked.
impressions := ''impressions'': Your name of the column impressions.
clicks := ''clicks'': Your name of the column clicks.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
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
comment on macro table position_bias is 'Estimates how much more often higher positions are examined, one row per position: the by columns, position, examination
    (1 at the first position), impressions, clicks, ci_low and ci_high.
log: A click log or counts, as of click_judgments.
"by" := []: Columns; each combination of their values is estimated on its own.
method := ''pbm'': pbm (the position-based model), swaps (items seen at neighbouring positions, chained) or random (shares
    of clicks, where positions were drawn at random).
prior := [0, 0]: Of pbm, clicks and impressions without a click that every share begins with.
steps := 50: Of pbm, of expectation and maximisation, 1 to 200.
updates := ''simultaneous'': Of pbm, simultaneous or alternating, see click_judgments.
confidence := 0.95: Of the interval, above 0 and below 1. It is normal in the logarithm.
counts := false: Whether the log has impressions and clicks in place of searches.
first_position := 1: 0 where positions start at 0.
search_id := ''search_id'': Your name of the column search_id.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
"position" := ''position'': Your name of the column position.
clicked := ''clicked'': Your name of the column clicked.
impressions := ''impressions'': Your name of the column impressions.
clicks := ''clicks'': Your name of the column clicks.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro prediction_powered(human, machine, "by" := [], tuned := true, confidence := 0.95,
    query_id := 'query_id', measure := 'measure', value := 'value', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('prediction_powered', to_json({'version': '1.0.0', 'human': human,
    'machine': machine, 'by': "by", 'tuned': tuned, 'confidence': confidence, 'query_id': query_id, 'measure': measure,
    'value': value, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer,
    'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table prediction_powered is 'Estimates the means that human labels would give, from few of them and many machine labels, one row per group and
    measure: the by columns, measure, value, ci_low, ci_high, tuning, n_human, n_machine and effective_labels. It
    assumes that the queries with human labels are a random sample of all.
human: Values by query under human labels, with query_id, measure, value and the columns named in by.
machine: The same under machine labels, of these queries and all others. A human value without one does not count, and
    neither does a value that is NULL, NaN or infinite.
"by" := []: Columns of both; each combination of their values is estimated on its own.
tuned := true: Weigh the machine so that the interval is shortest (PPI++), or count it in full (PPI).
confidence := 0.95: Of the interval, above 0 and below 1. It is normal, and may end beyond the range of the measure.
query_id := ''query_id'': Your name of the column query_id.
measure := ''measure'': Your name of the column measure.
value := ''value'': Your name of the column value.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
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
comment on macro table interleaving is 'Which of two systems the clicks on interleaved lists prefer, one row per group: the by columns, wins_a, wins_b, ties,
    preference ((wins_a - wins_b) / searches), ci_low, ci_high, p_value and searches_needed. The interval is NULL for
    one search or cluster, and where all searches say the same.
log: One row per item that a search showed, with search_id, item_id, position, clicked (true or false, 1 or 0) and team,
    or rank_a and rank_b. A row without search, item or position was not shown and does not count.
method := ''team_draft'': How the lists were interleaved: team_draft (a click counts for the team of its item), balanced
    (clicks among the first k of each list, where k is the better rank of the lowest click) or optimised (a click counts
    for both, by rank).
cluster := null: A column, such as the user, whose searches may hang together; a search without a value is a cluster of
    its own. By default each search counts for itself.
"by" := []: Columns; each combination of their values, NULL included, is a group.
test := ''sign'': sign (wins against losses, exactly binomial, of searches or clusters) or t.
confidence := 0.95: Of the interval, above 0 and below 1.
power := 0.8: Of searches_needed, the probability of finding the preference, above 0.5 and below 1.
team_a := ''a'': The name of the first system in the column team, in upper or lower case.
team_b := ''b'': The name of the second system.
credit := ''reciprocal_rank'': For optimised, what a click is worth, reciprocal_rank (1 / rank) or rank (-rank).
length := null: For optimised, how long both lists are; an item that a list does not have is ranked one below. By
    default as long as what was shown, or as the deepest rank of the search.
search_id := ''search_id'': Your name of the column search_id.
item_id := ''item_id'': Your name of the column item_id.
"position" := ''position'': Your name of the column position.
clicked := ''clicked'': Your name of the column clicked.
team := ''team'': Your name of the column team.
rank_a := ''rank_a'': Your name of the column rank_a.
rank_b := ''rank_b'': Your name of the column rank_b.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro interleaving_searches(log, method := 'team_draft', "by" := [], team_a := 'a', team_b := 'b',
    credit := 'reciprocal_rank', length := null, search_id := 'search_id', item_id := 'item_id',
    "position" := 'position', clicked := 'clicked', team := 'team', rank_a := 'rank_a', rank_b := 'rank_b',
    columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('interleaving_searches', to_json({'version': '1.0.0', 'log': log,
    'method': method, 'by': "by", 'team_a': team_a, 'team_b': team_b, 'credit': credit, 'length': length,
    'search_id': search_id, 'item_id': item_id, 'position': "position", 'clicked': clicked, 'team': team,
    'rank_a': rank_a, 'rank_b': rank_b, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when
    starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table interleaving_searches is 'What each search of an interleaved log says: the by columns, search_id, clicks, credit_a, credit_b, winner (a, b or tie)
    and preference (1, -1 or 0). A search without clicks is a tie.
log: One row per item that a search showed, with search_id, item_id, position, clicked (true or false, 1 or 0) and team,
    or rank_a and rank_b. A row without search, item or position was not shown and does not count.
method := ''team_draft'': How the lists were interleaved: team_draft (a click counts for the team of its item), balanced
    (clicks among the first k of each list, where k is the better rank of the lowest click) or optimised (a click counts
    for both, by rank).
"by" := []: Columns; each combination of their values, NULL included, is a group.
team_a := ''a'': The name of the first system in the column team, in upper or lower case.
team_b := ''b'': The name of the second system.
credit := ''reciprocal_rank'': For optimised, what a click is worth, reciprocal_rank (1 / rank) or rank (-rank).
length := null: For optimised, how long both lists are; an item that a list does not have is ranked one below. By
    default as long as what was shown, or as the deepest rank of the search.
search_id := ''search_id'': Your name of the column search_id.
item_id := ''item_id'': Your name of the column item_id.
"position" := ''position'': Your name of the column position.
clicked := ''clicked'': Your name of the column clicked.
team := ''team'': Your name of the column team.
rank_a := ''rank_a'': Your name of the column rank_a.
rank_b := ''rank_b'': Your name of the column rank_b.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro click_estimates(log, run, examination, measures, clip := null, "by" := [], run_by := [],
    search_id := 'search_id', query_id := 'query_id', item_id := 'item_id', "position" := 'position',
    clicked := 'clicked', score := 'score', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('click_estimates', to_json({'version': '1.0.0', 'log': log, 'run': run,
    'examination': examination, 'measures': measures, 'clip': clip, 'by': "by", 'run_by': run_by,
    'search_id': search_id, 'query_id': query_id, 'item_id': item_id, 'position': "position", 'clicked': clicked,
    'score': score, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer,
    'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table click_estimates is 'Estimates what a ranker''s lists would have earned from the clicks on another one''s, one row per group and measure: the
    by columns, measure, naive, ips, snips, std_error, n_searches, effective_size, largest_share, unseen_share and
    n_left_out. It assumes that whether a user looks at an item depends on its position alone.
log: One row per item that a search showed, with search_id, query_id, item_id, position and clicked (true or false, 1 or
    0). A row where one of the first four is NULL does not count; what a search shows twice counts once.
run: The new ranker''s lists, with query_id, item_id and score.
examination: How often users look at a position, with position and examination. Only its ratios matter to snips.
measures: dcg, precision, reciprocal_rank (each with or without a cutoff) and average_relevance_position.
clip := null: The largest weight of a click, 1 / examination.
"by" := []: Columns of the log; each combination of their values, NULL included, is estimated on its own.
run_by := []: Those of by that the run has too, whose lists serve the searches of the same values.
search_id := ''search_id'': Your name of the column search_id.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
"position" := ''position'': Your name of the column position.
clicked := ''clicked'': Your name of the column clicked.
score := ''score'': Your name of the column score.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
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
comment on macro table off_policy is 'Estimates what a policy would have earned from a log of another one, one row per group and estimator: the by columns,
    estimator, value, std_error, ci_low, ci_high, n, effective_size and n_left_out. It assumes that the log played all
    that the policy plays, with the probability that it says.
log: One row per action that was played, or per position of a slate. Probabilities, rewards and predictions that are
    none are left out, with the whole slate, and counted in n_left_out.
estimators := [''ips'', ''snips'', ''dr'']: ips, snips, dm, dr, sndr, switch_dr, dros; of slates sips and snsips
    (probabilities of whole slates), iips and sniips (of an item at its position), or rips, snrips and cascade_dr (of
    the items from the first position down to this one).
clip := null: The largest weight, for ips, dr, sips, iips and rips.
switch := null: Of switch_dr, the weight above which the model alone counts.
shrinkage := null: Of dros, whose weights are shrinkage * w / (w^2 + shrinkage).
"by" := []: Columns; each combination of their values, NULL included, is estimated on its own.
confidence := 0.95: Of the interval, above 0 and below 1. It is normal.
logging_probability := ''logging_probability'': Your name of the column logging_probability.
target_probability := ''target_probability'': Your name of the column target_probability.
reward := ''reward'': Your name of the column reward.
predicted_reward := ''predicted_reward'': Your name of the column predicted_reward.
target_predicted_reward := ''target_predicted_reward'': Your name of the column target_predicted_reward.
slate_id := ''slate_id'': Your name of the column slate_id.
"position" := ''position'': Your name of the column position.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
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
comment on macro table compare_policies is 'Compares two policies on the log of a third one, row by row, one row per group and estimator: the by columns, estimator,
    value, baseline_value, difference, std_error, ci_low, ci_high, n, effective_size, baseline_effective_size and
    n_left_out.
log: One row per action that was played, or per position of a slate. Probabilities, rewards and predictions that are
    none are left out, with the whole slate, and counted in n_left_out.
estimators := [''ips'', ''snips'', ''dr'']: ips, snips, dm, dr, sndr, switch_dr, dros; of slates sips and snsips
    (probabilities of whole slates), iips and sniips (of an item at its position), or rips, snrips and cascade_dr (of
    the items from the first position down to this one).
clip := null: The largest weight, for ips, dr, sips, iips and rips.
switch := null: Of switch_dr, the weight above which the model alone counts.
shrinkage := null: Of dros, whose weights are shrinkage * w / (w^2 + shrinkage).
"by" := []: Columns; each combination of their values, NULL included, is estimated on its own.
confidence := 0.95: Of the interval, above 0 and below 1. It is normal.
logging_probability := ''logging_probability'': Your name of the column logging_probability.
target_probability := ''target_probability'': Your name of the column target_probability.
baseline_probability := ''baseline_probability'': Your name of the column baseline_probability.
reward := ''reward'': Your name of the column reward.
predicted_reward := ''predicted_reward'': Your name of the column predicted_reward.
target_predicted_reward := ''target_predicted_reward'': Your name of the column target_predicted_reward.
baseline_predicted_reward := ''baseline_predicted_reward'': Your name of the column baseline_predicted_reward.
slate_id := ''slate_id'': Your name of the column slate_id.
"position" := ''position'': Your name of the column position.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
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
comment on macro table off_policy_tuning is 'Chooses the clip, the switch or the shrinkage of estimators by an estimate of their error, one row per group, estimator
    and candidate: the by columns, estimator, parameter, candidate (NULL for no limit, which is always tried), value,
    std_error, ci_low, ci_high, bias (the value less that without a limit), rmse (the square root of std_error^2 +
    bias^2), is_chosen (the lowest rmse; of equal ones the highest candidate), n, effective_size and n_left_out.
log: As of off_policy.
estimators := [''ips'']: ips, dr, switch_dr, dros; of slates sips, iips or rips.
clip := [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]: Candidates for ips, dr, sips, iips and rips, above 0.
switch := [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]: Candidates for switch_dr, above 0.
shrinkage := [1, 10, 100, 1000, 10000, 100000, 1000000]: Candidates for dros, above 0.
"by" := []: Columns; each combination of their values, NULL included, has its own choice.
confidence := 0.95: Of the interval, above 0 and below 1. It is normal, and knows nothing of the bias or of the choice.
logging_probability := ''logging_probability'': Your name of the column logging_probability.
target_probability := ''target_probability'': Your name of the column target_probability.
reward := ''reward'': Your name of the column reward.
predicted_reward := ''predicted_reward'': Your name of the column predicted_reward.
target_predicted_reward := ''target_predicted_reward'': Your name of the column target_predicted_reward.
slate_id := ''slate_id'': Your name of the column slate_id.
"position" := ''position'': Your name of the column position.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro off_policy_weights(log, "by" := [], confidence := 0.95,
    logging_probability := 'logging_probability', target_probability := 'target_probability', columns := map {},
    show_sql := false) as table
from query(list_transform([rankhouse_sql('off_policy_weights', to_json({'version': '1.0.0', 'log': log, 'by': "by",
    'confidence': confidence, 'logging_probability': logging_probability, 'target_probability': target_probability,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table off_policy_weights is 'Shows whether a log can answer for a policy, by its weights (target over logging probability), one row per group: the by
    columns, n, mean_weight, ci_low, ci_high, effective_size, median, p90, p99, highest, largest_share, zero_share and
    n_left_out.
log: One row per action that was played, with logging_probability and target_probability.
"by" := []: Columns; each combination of their values, NULL included, is a group.
confidence := 0.95: Of the interval of the mean weight, above 0 and below 1.
logging_probability := ''logging_probability'': Your name of the column logging_probability.
target_probability := ''target_probability'': Your name of the column target_probability.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro interleaving_checks(log, "by" := [], team_a := 'a', team_b := 'b', search_id := 'search_id',
    item_id := 'item_id', "position" := 'position', clicked := 'clicked', team := 'team', columns := map {},
    show_sql := false) as table
from query(list_transform([rankhouse_sql('interleaving_checks', to_json({'version': '1.0.0', 'log': log, 'by': "by",
    'team_a': team_a, 'team_b': team_b, 'search_id': search_id, 'item_id': item_id, 'position': "position",
    'clicked': clicked, 'team': team, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when
    starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table interleaving_checks is 'Whether team drafts were dealt fairly, one row per group: the by columns, n_searches, n_without_clicks, first_a,
    first_b, first_p_value (which team was first), more_a, more_b, more_p_value (which had more items), items_a,
    items_b, n_neither, n_left_out and n_repeated (rows that do not count).
log: One row per item that a search showed, with search_id, item_id, position, team and clicked.
"by" := []: Columns; each combination of their values, NULL included, is a group.
team_a := ''a'': The name of the first system in the column team, in upper or lower case.
team_b := ''b'': The name of the second system.
search_id := ''search_id'': Your name of the column search_id.
item_id := ''item_id'': Your name of the column item_id.
"position" := ''position'': Your name of the column position.
clicked := ''clicked'': Your name of the column clicked.
team := ''team'': Your name of the column team.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro metric_trust(experiments, "by" := [], error_ratio := 1, offline_error := null,
    online_error := null, confidence := 0.95, measure := 'measure', offline_difference := 'offline_difference',
    online_difference := 'online_difference', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('metric_trust', to_json({'version': '1.0.0', 'experiments': experiments,
    'by': "by", 'error_ratio': error_ratio, 'offline_error': offline_error, 'online_error': online_error,
    'confidence': confidence, 'measure': measure, 'offline_difference': offline_difference,
    'online_difference': online_difference, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case
    when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table metric_trust is 'How far offline differences told online ones, one row per group and measure: the by columns, measure, n_experiments,
    n_left_out, n_agree, n_disagree, agreement (the share whose signs agree) with ci_low, ci_high and p_value, pearson,
    kendall, slope and intercept (Deming''s, with errors in both), slope_error, its standard error, slope_low and
    slope_high, its interval (NULL of two experiments).
experiments: One row per past experiment and measure, with experiment, measure, offline_difference and
    online_difference. One that lacks a difference is counted as left out.
"by" := []: Columns; each combination of their values is a group.
error_ratio := 1: The error variance of online differences over that of offline ones; 1 is the orthogonal line. Columns
    of errors go first.
offline_error := null: A column of standard errors of the offline differences; with online_error.
online_error := null: A column of standard errors of the online differences.
confidence := 0.95: Of the intervals of agreement (Wilson''s) and of the slope (Student''s t), above 0 and below 1.
measure := ''measure'': Your name of the column measure.
offline_difference := ''offline_difference'': Your name of the column offline_difference.
online_difference := ''online_difference'': Your name of the column online_difference.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro discriminative_power(comparisons, "by" := [], alpha := 0.05, share := 0.5, measure := 'measure',
    p_value := 'p_value', queries_needed := 'queries_needed', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('discriminative_power', to_json({'version': '1.0.0',
    'comparisons': comparisons, 'by': "by", 'alpha': alpha, 'share': share, 'measure': measure, 'p_value': p_value,
    'queries_needed': queries_needed, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when
    starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table discriminative_power is 'How well measures tell systems apart, one row per group and measure: the by columns, measure, n_pairs, n_untested,
    n_different, discriminative_power (their share of the tested pairs) and queries_needed (for a share of the pairs;
    NULL where fewer can be told apart).
comparisons: What compare gives without a baseline, with measure, p_value and queries_needed.
"by" := []: Columns; each combination of their values is a group.
alpha := 0.05: Two systems are different below this p-value.
share := 0.5: Of the pairs, above 0 and up to 1, that queries_needed is enough for.
measure := ''measure'': Your name of the column measure.
p_value := ''p_value'': Your name of the column p_value.
queries_needed := ''queries_needed'': Your name of the column queries_needed.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro value_bounds(run, judgments, measures := null, top_grade := 1, per_query := false, "by" := [],
    judgments_by := [], queries := null, checked := false, query_id := 'query_id', item_id := 'item_id',
    score := 'score', relevance := 'relevance', rank := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('value_bounds', to_json({'version': '1.0.0', 'run': run,
    'judgments': judgments, 'measures': measures, 'top_grade': top_grade, 'per_query': per_query, 'by': "by",
    'judgments_by': judgments_by, 'queries': queries, 'checked': checked, 'query_id': query_id, 'item_id': item_id,
    'score': score, 'relevance': relevance, 'rank': rank, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda
    answer: case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer
    end)[1]);
comment on macro table value_bounds is 'The lowest and the highest mean that the labels of unjudged items allow, one row per group and measure: the by columns,
    measure, metric, k, value, lowest, highest and n_unjudged (unjudged items of the lists, down to the cutoff). It
    assumes that an unjudged item, one that any group''s list of the query has and the judgments have not, may have any
    grade from 0 to the top one, and that what no list has is not relevant.
run: One row per scored item, with query_id, item_id and score.
judgments: One row per judged item, with query_id, item_id and relevance.
measures := null: Measure strings of precision, recall, average_precision, reciprocal_rank, dcg, ndcg, err, rbp and
    bpref; others are refused.
top_grade := 1: The highest grade of the scale, above 0; the engine stops where a judgment is above it.
per_query := false: One row per query, with query_id, instead of the mean over queries.
"by" := []: Columns of the run to group by, such as system.
judgments_by := []: Those of them that the judgments have too.
queries := null: Which queries count by the judgments as they are: judged (those with a relevant item, the default),
    intersection (judged and in the run), run (in the run) or all. A query without value has no bounds.
checked := false: Whether somebody has made sure that there are no duplicates and no ids that are NULL.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
rank := null: Your name of the column rank, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro to_judge(runs, judgments, depth := 10, "limit" := null, "order" := 'difference',
    system := 'system', "by" := [], judgments_by := [], query_id := 'query_id', item_id := 'item_id', score := 'score',
    relevance := 'relevance', rank := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('to_judge', to_json({'version': '1.0.0', 'runs': runs, 'judgments': judgments,
    'depth': depth, 'limit': "limit", 'order': "order", 'system': system, 'by': "by", 'judgments_by': judgments_by,
    'query_id': query_id, 'item_id': item_id, 'score': score, 'relevance': relevance, 'rank': rank, 'columns': columns,
    'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(') then
    error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table to_judge is 'The unjudged items whose labels settle how systems differ, one row per group, query and item: the by columns, query_id,
    item_id, reason and width, how far the label of the item can move the difference of two systems in DCG at this
    depth, of one relevant item. It names no system.
runs: One row per scored item, with query_id, item_id, score and the column that tells the systems apart.
judgments: One row per judged item, with query_id, item_id and relevance.
depth := 10: The pool is the first so many items of every system''s list.
"limit" := null: The first so many items, of each group; null, all of them.
"order" := ''difference'': difference (the widest first) or depth (the highest rank first).
system := ''system'': The column that tells the systems apart.
"by" := []: Columns; each combination of their values has a pool of its own.
judgments_by := []: Those of them that the judgments have too.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
relevance := ''relevance'': Your name of the column relevance.
rank := null: Your name of the column rank, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro change_by_segment(query_metrics, segments := null, baseline := null, "by" := [],
    system := 'system', measure := 'measure', metric := 'metric', k := 'k', value := 'value', columns := map {},
    show_sql := false) as table
from query(list_transform([rankhouse_sql('change_by_segment', to_json({'version': '1.0.0',
    'query_metrics': query_metrics, 'segments': segments, 'baseline': baseline, 'by': "by", 'system': system,
    'measure': measure, 'metric': metric, 'k': k, 'value': value, 'columns': columns, 'show_sql': show_sql})::varchar)],
    lambda answer: case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else
    answer end)[1]);
comment on macro table change_by_segment is 'Splits the difference of two means by segments: what comes of segments that weigh more or less (mix_effect), and what of
    other means within them (within_effect). One row per group, measure, pair of sides and segment: the by columns, the
    columns of the segments, measure, metric, k, the column system, baseline, n_queries, baseline_n_queries, share,
    baseline_share, value, baseline_value, within_effect, mix_effect, contribution. The contributions of all segments
    add up to the difference of the two means. A segment of one side alone has NULL for the other side''s value, and all
    of its contribution is mix_effect.
query_metrics: One row per query and measure in each group, with measure, metric, k, value, the columns of the sides and
    of the segments, and those named in by: what query_metrics gives. Each row counts alike; a value that is NULL, NaN
    or infinite does not count, nor a row without a side.
segments := null: Columns; each combination of their values, NULL included, is a segment.
baseline := null: The value of that column that all others are compared with, as the engine writes it as text. None:
    each pair once, the later value against the earlier one.
"by" := []: Columns; sides are compared within each combination of their values, NULL included.
system := ''system'': Your name of the column system.
measure := ''measure'': Your name of the column measure.
metric := ''metric'': Your name of the column metric.
k := ''k'': Your name of the column k.
value := ''value'': Your name of the column value.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro confidence_sequence(query_metrics, baseline := null, "by" := [], confidence := 0.95,
    tightest_at := 1000, min_queries := 30, system := 'system', day := 'day', query_id := 'query_id',
    measure := 'measure', metric := 'metric', k := 'k', value := 'value', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('confidence_sequence', to_json({'version': '1.0.0',
    'query_metrics': query_metrics, 'baseline': baseline, 'by': "by", 'confidence': confidence,
    'tightest_at': tightest_at, 'min_queries': min_queries, 'system': system, 'day': day, 'query_id': query_id,
    'measure': measure, 'metric': metric, 'k': k, 'value': value, 'columns': columns, 'show_sql': show_sql})::varchar)],
    lambda answer: case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else
    answer end)[1]);
comment on macro table confidence_sequence is 'The mean difference of two systems after each look, with an interval that holds at all looks together, so that one may
    look every day. One row per group, look, measure and pair of systems: the by columns, the column of the looks,
    measure, metric, k, the column system, baseline, and of all queries up to this look n_queries, value,
    baseline_value, difference, std_dev, ci_low, ci_high, is_different, first_different and n_left_out. The interval is
    an asymptotic confidence sequence with the boundary of a normal mixture.
query_metrics: One row per query and measure in each group, with query_id, measure, metric, k, value, the columns of the
    systems and of the looks, and those named in by: what query_metrics gives. Compared are the queries of a look that
    have one value on both sides; the others are counted in n_left_out. A value that is NULL, NaN or infinite is none;
    rows without a query, a system or a look are left out.
baseline := null: The system that all others are compared with. None: each pair once, the later name against the earlier
    one.
"by" := []: Columns; systems are compared within each combination of their values, NULL included.
confidence := 0.95: How likely the interval holds at all looks together, above 0 and below 1.
tightest_at := 1000: The number of queries at which the interval is the tightest. It is chosen before the first look.
min_queries := 30: The number of queries below which there is no interval, at least 2.
system := ''system'': Your name of the column system.
day := ''day'': Your name of the column day.
query_id := ''query_id'': Your name of the column query_id.
measure := ''measure'': Your name of the column measure.
metric := ''metric'': Your name of the column metric.
k := ''k'': Your name of the column k.
value := ''value'': Your name of the column value.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro moving_average(metrics, periods := 7, "by" := ['system'], grain := 'day', day := 'day',
    measure := 'measure', metric := 'metric', k := 'k', value_sum := 'value_sum', n_queries := 'n_queries',
    columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('moving_average', to_json({'version': '1.0.0', 'metrics': metrics,
    'periods': periods, 'by': "by", 'grain': grain, 'day': day, 'measure': measure, 'metric': metric, 'k': k,
    'value_sum': value_sum, 'n_queries': n_queries, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda
    answer: case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer
    end)[1]);
comment on macro table moving_average is 'The mean over the last periods of a table of metrics, sum(value_sum) / sum(n_queries), so that every query counts alike.
    One row per group, measure and period from the group''s first to its last, those without a row in the table included:
    the by columns, the column of the days (the first day of the period), measure, metric, k, value and n_queries (of
    the period itself), moving_average, window_queries, window_periods, n_repeated. moving_average is NULL where no
    period has queries. The means are plain ones: not those of gmap or of measures with weights.
metrics: One row per group, day and measure, with measure, metric, k, value_sum, n_queries (for change_from_previous,
    std_error too), the column of the days and those named in by: what metrics gives. Rows without a day or a measure
    are left out. Where a day has several rows of a measure none of them counts, and n_repeated says how many there are
    beyond the first.
periods := 7: Over how many periods, that of the row included.
"by" := [''system'']: Columns; each combination of their values, NULL included, is a line over time.
grain := ''day'': How long a period is; day, week (from Monday), month, quarter or year.
day := ''day'': Your name of the column day.
measure := ''measure'': Your name of the column measure.
metric := ''metric'': Your name of the column metric.
k := ''k'': Your name of the column k.
value_sum := ''value_sum'': Your name of the column value_sum.
n_queries := ''n_queries'': Your name of the column n_queries.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro change_from_previous(metrics, "interval" := 'welch', confidence := 0.95, "by" := ['system'],
    grain := 'day', day := 'day', measure := 'measure', metric := 'metric', k := 'k', value_sum := 'value_sum',
    n_queries := 'n_queries', std_error := 'std_error', columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('change_from_previous', to_json({'version': '1.0.0', 'metrics': metrics,
    'interval': "interval", 'confidence': confidence, 'by': "by", 'grain': grain, 'day': day, 'measure': measure,
    'metric': metric, 'k': k, 'value_sum': value_sum, 'n_queries': n_queries, 'std_error': std_error,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table change_from_previous is 'Compares each mean with that of the period before. One row per group, measure and period of a table of metrics: the by
    columns, the column of the days (the first day of the period), measure, metric, k, value, n_queries,
    previous_period, previous_value, previous_queries (the last period before it that has a value; NULL for the first),
    difference, relative_difference, ci_low, ci_high (of the difference), interval, n_repeated. The queries of two
    periods count as independent samples: over the same queries every day the interval is too wide, and compare pairs
    them. No interval with fewer than three queries on a side. The means are plain ones: not those of gmap or of
    measures with weights.
metrics: One row per group, day and measure, with measure, metric, k, value_sum, n_queries (for change_from_previous,
    std_error too), the column of the days and those named in by: what metrics gives. Rows without a day or a measure
    are left out. Where a day has several rows of a measure none of them counts, and n_repeated says how many there are
    beyond the first.
"interval" := ''welch'': welch (Student''s t distribution with the degrees of freedom of Welch and Satterthwaite) or normal
    (the normal distribution, which costs less and is too narrow for few queries). The column interval says which one it
    is.
confidence := 0.95: The share of such intervals that hold the difference, above 0 and below 1.
"by" := [''system'']: Columns; each combination of their values, NULL included, is a line over time.
grain := ''day'': How long a period is; day, week (from Monday), month, quarter or year.
day := ''day'': Your name of the column day.
measure := ''measure'': Your name of the column measure.
metric := ''metric'': Your name of the column metric.
k := ''k'': Your name of the column k.
value_sum := ''value_sum'': Your name of the column value_sum.
n_queries := ''n_queries'': Your name of the column n_queries.
std_error := ''std_error'': Your name of the column std_error.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro auc_interval(predictions, "by" := [], confidence := 0.95, score := 'score', label := 'label',
    prediction := null, weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('auc_interval', to_json({'version': '1.0.0', 'predictions': predictions,
    'by': "by", 'confidence': confidence, 'score': score, 'label': label, 'prediction': prediction, 'weight': weight,
    'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer, 'select error(')
    then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table auc_interval is 'ROC AUC with an interval, one row per group: the by columns, measure, value, std_error (DeLong 1988), ci_low, ci_high,
    interval, n_positives, n_negatives, n_left_out. interval says how ci_low and ci_high are made: logit, of ln(AUC / (1
    - AUC)), which stays between 0 and 1; of an AUC of 0 or 1, whose standard error is 0, exact: the bound of Clopper
    and Pearson for as many pairs as the smaller class has rows, all in one order. Where a class has one row, std_error
    is NULL, and so is an interval that is not exact; without a class the value is NULL too. With weights, value and
    std_error are weighted, and a class counts as sum(w)^2 / sum(w^2) rows in the exact bound; n_positives and
    n_negatives stay numbers of rows.
predictions: One row per prediction: score (any number, read as a 64-bit float) and label (0 or 1, or a boolean). A row
    without a score, with a NaN score, or with another label is left out and counted in n_left_out.
"by" := []: Columns; each combination of their values, NULL included, is evaluated by itself.
confidence := 0.95: Of the interval, above 0 and below 1; 0.95 for 95 %.
score := ''score'': Your name of the column score.
label := ''label'': Your name of the column label.
prediction := null: Your name of the column prediction, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro compare_classifiers(predictions, baseline := null, test := 'delong', threshold := 0.5,
    "by" := [], correction := 'holm', confidence := 0.95, system := 'system', row_id := 'row_id', score := 'score',
    label := 'label', prediction := null, weight := null, columns := map {}, show_sql := false) as table
from query(list_transform([rankhouse_sql('compare_classifiers', to_json({'version': '1.0.0', 'predictions': predictions,
    'baseline': baseline, 'test': test, 'threshold': threshold, 'by': "by", 'correction': correction,
    'confidence': confidence, 'system': system, 'row_id': row_id, 'score': score, 'label': label,
    'prediction': prediction, 'weight': weight, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer:
    case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table compare_classifiers is 'Compares classifiers on the same rows of data, one row per pair of systems in a group: the by columns, measure (roc_auc,
    accuracy@0.5, or accuracy of predicted labels), system, baseline, value, baseline_value, difference, ci_low, ci_high
    (of the difference), n_rows, n_positives, n_left_out, wins, losses (NULL for delong), test, p_value (two-sided),
    p_adjusted. Compared are the rows of data with a score and a label for both; n_left_out counts all other predictions
    of the two. All figures are NULL where row_id names a row twice in one system, or where the two have different
    labels or weights for it; AUCs and their test also without one of the classes. p_value is 1 where all rows are the
    same to both, and NULL where the difference has no variance otherwise. With weights, values, differences and tests
    are weighted; n_rows, n_positives, wins and losses stay numbers of rows.
predictions: One row per system and row of data: the column of the system, row_id (which names the row of data, the same
    in each system), score and label as in auc_interval. Rows without a system are not read.
baseline := null: The system that all others are compared with. null: every pair once, the later name against the
    earlier one. It is an error where no system is named so.
test := ''delong'': delong, of the difference of two ROC AUCs by DeLong (1988), normal; mcnemar, of right and wrong
    decisions at the threshold: wins are the rows that system alone has right, losses those that baseline alone has
    right, p_value is exactly binomial, or with weights normal, the interval that of Bonett and Price (2012).
threshold := 0.5: A score of the threshold or above is predicted positive; for mcnemar.
"by" := []: Further columns; systems are compared within each combination of their values, NULL included.
correction := ''holm'': holm, bonferroni, benjamini_hochberg or none: of the p-values of all rows together, in p_adjusted.
confidence := 0.95: Of the interval, above 0 and below 1; 0.95 for 95 %.
system := ''system'': Your name of the column system.
row_id := ''row_id'': Your name of the column row_id.
score := ''score'': Your name of the column score.
label := ''label'': Your name of the column label.
prediction := null: Your name of the column prediction, where there is one.
weight := null: Your name of the column weight, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro agreement(run, measures := null, baseline := null, "by" := [], system := 'system',
    query_id := 'query_id', item_id := 'item_id', score := 'score', rank := null, columns := map {}, show_sql := false)
    as table
from query(list_transform([rankhouse_sql('agreement', to_json({'version': '1.0.0', 'run': run, 'measures': measures,
    'baseline': baseline, 'by': "by", 'system': system, 'query_id': query_id, 'item_id': item_id, 'score': score,
    'rank': rank, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when starts_with(answer,
    'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table agreement is 'How much the lists of two systems agree, without judgments: one row per group, pair of systems and measure. The by
    columns, system, baseline, measure, metric, k, value (the mean over the queries that have one), n_queries (how many
    have one), n_missing (queries that only one of the two systems has), value_sum, std_error and a 95 % interval,
    ci_low to ci_high.
run: Scored items of several systems: query_id, item_id, score (any number, the highest first; ties by item_id,
    descending), the column of the system and those named in by. Rows without a system, an id or a score are left out,
    and duplicates are an error.
measures := null: Measure strings: identical@10, overlap@10, rbo(p=0.9, ties=item)@100, rbo_min, rbo_residual,
    kendall_tau, kendall_tau_b, spearman, tau_ap, tau_ap_b. A cutoff cuts both lists first. null: identical@10,
    overlap@10, rbo@100 and kendall_tau@100.
baseline := null: The system that all others are compared with. null: every pair once, the later name against the
    earlier one. It is an error where no system is named so.
"by" := []: Columns; systems are compared within each combination of their values, NULL included.
system := ''system'': Your name of the column system.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
rank := null: Your name of the column rank, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
create or replace macro query_agreement(run, measures := null, baseline := null, "by" := [], system := 'system',
    query_id := 'query_id', item_id := 'item_id', score := 'score', rank := null, columns := map {}, show_sql := false)
    as table
from query(list_transform([rankhouse_sql('query_agreement', to_json({'version': '1.0.0', 'run': run,
    'measures': measures, 'baseline': baseline, 'by': "by", 'system': system, 'query_id': query_id, 'item_id': item_id,
    'score': score, 'rank': rank, 'columns': columns, 'show_sql': show_sql})::varchar)], lambda answer: case when
    starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', '''')) else answer end)[1]);
comment on macro table query_agreement is 'The same by query: the by columns, system, baseline, query_id, measure, metric, k, value, n_items and baseline_items
    (items of the two lists down to the cutoff), n_common (those in both). value is NULL for a query that only one of
    the two has, and for a correlation of fewer than two items.
run: Scored items of several systems: query_id, item_id, score (any number, the highest first; ties by item_id,
    descending), the column of the system and those named in by. Rows without a system, an id or a score are left out,
    and duplicates are an error.
measures := null: Measure strings: identical@10, overlap@10, rbo(p=0.9, ties=item)@100, rbo_min, rbo_residual,
    kendall_tau, kendall_tau_b, spearman, tau_ap, tau_ap_b. A cutoff cuts both lists first. null: identical@10,
    overlap@10, rbo@100 and kendall_tau@100.
baseline := null: The system that all others are compared with. null: every pair once, the later name against the
    earlier one. It is an error where no system is named so.
"by" := []: Columns; systems are compared within each combination of their values, NULL included.
system := ''system'': Your name of the column system.
query_id := ''query_id'': Your name of the column query_id.
item_id := ''item_id'': Your name of the column item_id.
score := ''score'': Your name of the column score.
rank := null: Your name of the column rank, where there is one.
columns := map {}: Your names of columns, by ours, for all inputs or for one: {''item_id'': ''sku'', ''run.score'': ''bm25''}.
show_sql := false: true: one row, the SQL that the call would run. [rankhouse]';
