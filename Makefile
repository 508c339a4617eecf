# Every target makes the environment it needs; on a fresh machine only make and Python 3.11 or newer have to be there.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS := --numprocesses auto
# What `make test` leaves to `make test-all`: tests that are marked as thorough, and most generated examples.
QUICK := -m "not thorough" --hypothesis-profile quick
ON_POSTGRES := $(BIN)/pytest $(WORKERS) tests/warehouses/inputs_on_postgres.py tests/warehouses/kinds_on_postgres.py tests/warehouses/growth_on_postgres.py tests/warehouses/boards_on_postgres.py tests/warehouses/decisions_on_postgres.py
WITHIN_BROWSER := tests/browser/documentation_sql.py tests/browser/evaluate_page.py tests/browser/firefox.py
# Without bytecode every process compiles all that it imports: each worker, command, kernel of a notebook and dbt.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: dist release help everything demo demo-recommender demo-clicks demo-online demo-nights demo-answers test test-all test-rest test-sample test-deep test-faults test-mutants test-warehouses test-warehouses-sample test-warehouses-builds test-dbt-versions test-sqlmesh test-readers test-report test-browser test-browser-all extension test-extension test-sanitizers demo-metricflow demo-superset check format bench bench-quick bench-spark record docs site clean

help:
	@echo "make demo    image search over handwritten digits, measured by dbt on DuckDB; ends with a report"
	@echo "make test    the tests to run after each change, on all processors"
	@echo "make test-all    all tests, with all generated examples"
	@echo "make test-sample what continuous integration runs beside make test: one in four of the tests that it leaves out"
	@echo "make test-deep   the tests of generated data with many more examples, other ones every time"
	@echo "make test-faults   plants faults and shows which test finds each; FAULTS=mid_rank, or '--whole ...', asks for some"
	@echo "make test-mutants  plants 40 small faults that are made at random, other ones every day; SEED=... repeats some"
	@echo "make test-warehouses   the reference values on Postgres, Spark and other engines; dbt build"
	@echo "make test-warehouses-sample   of these values a sample, of every measure and macro on every engine; SEED=... repeats one"
	@echo "make test-warehouses-builds   that sample, and dbt build"
	@echo "make test-dbt-versions   the ready-made models, built by the oldest and the newest version of dbt 1, and by dbt v2"
	@echo "make test-readers   published files, opened by older versions of DuckDB, and the plain script, run by them"
	@echo "make test-report    the page that rankhouse.report writes, in Chromium"
	@echo "make test-browser   what the site runs in Chromium, after make site: some SQL of the pages, and files; test-browser-all: all"
	@echo "make extension      DuckDB's extension rankhouse, and its wheel in dist/"
	@echo "make test-extension that extension in two versions of DuckDB, in the command line and in Node"
	@echo "make test-sanitizers   what reads calls in that extension, by many threads and with hostile arguments, under clang's sanitizers"
	@echo "make demo-recommender  two recommenders in SQL, from the ratings to the decision"
	@echo "make demo-clicks       a click log in SQL, from raw events to the decision; EVENTS=file for UBI events of your own"
	@echo "make demo-online       a simulated shop: what its logs say of a new ranker, beside the truth"
	@echo "make demo-nights       ten nights of a shop whose labels come late: what gates and tables say"
	@echo "make demo-answers      verdicts on answers of six systems: checks, a board with intervals, a correction by people"
	@echo "make demo-metricflow   a semantic model over the per-query table, asked with mf query"
	@echo "make demo-superset     a dashboard in Apache Superset, its numbers compared with the tables"
	@echo "make check   lint, types, formatting, and the prose of the pages"
	@echo "make format  formats Python and SQL"
	@echo "make bench   side by side with other libraries and with DuckDB's own floor"
	@echo "make bench-quick   every section of it with few rows, to see that it runs"
	@echo "make bench-spark   side by side with Spark's own evaluators; Postgres against one window"
	@echo "make record  asks other libraries for their values anew, for the tests of conventions"
	@echo "make docs    what is derived of the documentation, then its site"
	@echo "make site    the documentation site, in site/; links checked"
	@echo "make dist    wheel, sdist and dbt package, each installed into an empty environment and run"
	@echo "make release   all that comes before a release is published, see RELEASING.md"
	@echo "make clean   removes environments and whatever was built"

demo: $(VENV)/.demo
	@$(BIN)/python examples/digits/run.py

test: $(VENV)/.test
	@$(BIN)/pytest $(WORKERS) $(QUICK)

test-all: $(VENV)/.test
	@$(BIN)/pytest $(WORKERS)

# What `make test` has left of `make test-all`, for who has just run it.
test-rest: $(VENV)/.test
	@$(BIN)/pytest $(WORKERS) -m "thorough or hypothesis"

# One in four of them, of sweeps one in eight, other ones for each change. SEED=... repeats one.
test-sample: $(VENV)/.test
	@$(BIN)/pytest $(WORKERS) -m "thorough or hypothesis" --sample $(or $(SEED),$(shell $(BIN)/python tests/warehouses/sample.py))

# Of the tests with generated examples, which are other ones every time.
test-deep: $(VENV)/.test
	@$(BIN)/pytest $(WORKERS) -m hypothesis --hypothesis-profile deep

# A fault that no test finds is an error.
test-faults: $(VENV)/.test
	@$(BIN)/python tools/faults.py $(FAULTS)

# Faults made at random, other ones every day; within twenty minutes.
test-mutants: $(VENV)/.test
	@$(BIN)/python tools/faults.py --random 40 --minutes 20 $(if $(SEED),--seed $(SEED))

# Needs a Postgres server's programs and Java; says so where they are missing.
test-warehouses: $(VENV)/.warehouses
	@PYTHONPATH=tests:tests/helpers:tools $(BIN)/python -m warehouses --write
	@$(ON_POSTGRES)

# The same engines without the cluster, another sample for each change, and nothing is written. SEED=... repeats one.
test-warehouses-sample: $(VENV)/.warehouses
	@PYTHONPATH=tests:tests/helpers:tools $(BIN)/python -m warehouses --sample $(if $(SEED),--seed $(SEED))
	@$(ON_POSTGRES)

# That sample, and what dbt builds.
test-warehouses-builds: $(VENV)/.warehouses
	@PYTHONPATH=tests:tests/helpers:tools $(BIN)/python -m warehouses --sample $(if $(SEED),--seed $(SEED)) --builds
	@$(ON_POSTGRES)

# The oldest versions that dbt_project.yml promises, the newest of them, and v2. Needs npm; says so where it is missing.
test-dbt-versions: $(VENV)/.test $(VENV)-dbt/.dbt $(VENV)-dbt2/.dbt2 $(VENV)-node/.node
	@PYTHONPATH=tests/helpers $(VENV)-dbt/bin/python tests/versions/dbt_builds.py
	@PYTHONPATH=tests/helpers $(BIN)/python tests/versions/dbt_builds.py
	@PYTHONPATH=tests/helpers:tests $(BIN)/python tests/versions/dbt_v2.py

# What SQLMesh makes of a dbt project with the package.
test-sqlmesh: $(VENV)/.test $(VENV)-sqlmesh/.sqlmesh
	@PYTHONPATH=tests/helpers $(BIN)/python tests/versions/sqlmesh_builds.py

# Wheel, sdist and dbt package in dist/, each installed into an empty environment and run.
dist: | $(BIN)/python
	@$(BIN)/python tools/release.py --dist

# All that comes before a release is published.
release: | $(BIN)/python
	@CI_FULL=1 $(BIN)/python tools/release.py

test-readers: $(VENV)/.test
	@PYTHONPATH=tests:tests/helpers:tools $(BIN)/python tests/versions/readers.py

# Needs Chromium; says so where it is missing.
test-report: $(VENV)/.browser
	@$(BIN)/pytest tests/browser/in_chromium.py

# Of the site, which `make site` builds: some statements of the documentation, and small files.
test-browser: $(VENV)/.browser
	@$(BIN)/pytest $(WITHIN_BROWSER) -m "not thorough"

# All statements, three million rows, and Debian's Firefox.
test-browser-all: $(VENV)/.browser
	@$(BIN)/pytest $(WITHIN_BROWSER)

# Needs cmake, a C compiler and Lua 5.4; says so where they are missing.
extension: $(VENV)/.test
	@$(BIN)/python extension/binary.py
	@cd extension && ../$(BIN)/python -m hatchling build --target wheel --directory ../dist

# Needs Node too.
test-extension: extension $(VENV)-duckdb/.duckdb $(VENV)-node/.node
	@PYTHONPATH=tests/extension $(BIN)/pytest tests/extension/in_every_client.py tests/extension/same_answers.py tests/extension/values_in_lua.py tests/extension/pasted_pages.py

# A minute, of which each of the two takes a half. Needs clang and its sanitizers.
test-sanitizers: extension
	@PYTHONPATH=tests/helpers:tools:extension $(BIN)/python tests/extension/sanitizers.py

demo-recommender: $(VENV)/.demo
	@PYTHONPATH=examples $(BIN)/python examples/recommender/run.py

demo-clicks: $(VENV)/.demo
	@PYTHONPATH=examples $(BIN)/python examples/clicks/run.py $(EVENTS)

demo-online: $(VENV)/.demo
	@PYTHONPATH=examples $(BIN)/python examples/online/run.py

demo-nights: $(VENV)/.demo
	@PYTHONPATH=examples $(BIN)/python examples/nights/run.py

demo-answers: $(VENV)/.demo
	@PYTHONPATH=examples $(BIN)/python examples/answers/run.py

demo-metricflow: $(VENV)-metricflow/.metricflow
	@$(VENV)-metricflow/bin/python examples/metricflow/run.py

demo-superset: $(VENV)-superset/.superset
	@$(VENV)-superset/bin/python examples/superset/run.py

SQL := macros models $(wildcard integration_tests/m* integration_tests/tests examples/*/models examples/*/macros)
check: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/sqlfmt --check --no-progressbar $(SQL)
	$(BIN)/python tools/prose.py

format: $(VENV)/.dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/sqlfmt --no-progressbar $(SQL)

# What other libraries compute, each asked in an environment of its own; see tests/recorded.
LIBRARIES := pytrec_eval:pytrec-eval-terrier ir_measures sklearn:scikit-learn ranx recommenders rectools torchmetrics xgboost spark:pyspark \
	spark_listed:pyspark replay:replay-rec mlflow recbole peers/cwl_eval:ir_measures[cwl_eval] \
	llama_index:llama-index-core haystack:haystack-ai trulens:trulens-feedback sentence_transformers:sentence-transformers \
	lenskit
# The last versions in which an item that a list has several times counted several times.
REPEATED := llama_index:llama-index-core==0.14.25 haystack:haystack-ai==3.0.0 trulens:trulens-feedback==2.13.1
record:
	@for library in $(LIBRARIES); do \
		$(PYTHON) -m venv $(VENV)-recorded && $(VENV)-recorded/bin/pip install -q $${library#*:} && \
		$(VENV)-recorded/bin/python tests/recorded/record.py $${library%:*} > tests/recorded/$${library%:*}.json || exit; \
		rm -rf $(VENV)-recorded; \
	done
	@for library in beir mteb; do \
		$(PYTHON) -m venv $(VENV)-recorded && $(VENV)-recorded/bin/pip install -q --no-deps $$library && \
		$(VENV)-recorded/bin/pip install -q pytrec-eval-terrier pandas scikit-learn tqdm typing_extensions && \
		$(VENV)-recorded/bin/python tests/recorded/record.py $$library > tests/recorded/$$library.json || exit; \
		rm -rf $(VENV)-recorded; \
	done
	@for library in $(REPEATED); do \
		$(PYTHON) -m venv $(VENV)-recorded && $(VENV)-recorded/bin/pip install -q $${library#*:} && \
		$(VENV)-recorded/bin/python tests/recorded/repeated.py $${library%:*} \
			> tests/recorded/peers/repeated/$${library%:*}.json || exit; \
		rm -rf $(VENV)-recorded; \
	done
	@$(PYTHON) -m venv $(VENV)-recorded && $(VENV)-recorded/bin/pip install -q evidently 'pandas<3' && \
		$(VENV)-recorded/bin/python tests/recorded/record.py evidently > tests/recorded/evidently.json && \
		$(VENV)-recorded/bin/python tests/recorded/beyond_accuracy.py > tests/recorded/peers/evidently.json; rm -rf $(VENV)-recorded
	@$(PYTHON) -m venv $(VENV)-recorded && $(VENV)-recorded/bin/pip install -q krippendorff statsmodels ppi-python && \
		$(VENV)-recorded/bin/python tests/recorded/labels/__init__.py > tests/recorded/labels/values.json; rm -rf $(VENV)-recorded
	@$(PYTHON) -m venv $(VENV)-recorded && $(VENV)-recorded/bin/pip install -q irrCAC && PYTHONPATH=tests \
		$(VENV)-recorded/bin/python tests/recorded/labels/gwet.py > tests/recorded/labels/gwet.json; rm -rf $(VENV)-recorded
	@$(PYTHON) -m venv $(VENV)-recorded && $(VENV)-recorded/bin/pip install -q sb-obp && \
		$(VENV)-recorded/bin/python tests/recorded/off_policy/__init__.py > tests/recorded/off_policy/values.json; rm -rf $(VENV)-recorded
	@$(PYTHON) -m venv $(VENV)-recorded && $(VENV)-recorded/bin/pip install -q ranx && \
		$(VENV)-recorded/bin/python tests/recorded/fusion/__init__.py > tests/recorded/fusion/values.json; rm -rf $(VENV)-recorded

bench: $(VENV)/.bench
	@$(BIN)/python -m benchmarks

bench-quick: $(VENV)/.bench $(VENV)/.warehouses
	@$(BIN)/python -m benchmarks --quick
	@$(BIN)/python -m benchmarks.warehouses --quick

bench-spark: $(VENV)/.warehouses
	@$(BIN)/python -m benchmarks.warehouses

docs: $(VENV)/.test
	@$(BIN)/python tools/document.py
	@$(BIN)/python tools/charts.py
	@$(MAKE) --no-print-directory site

# Of the pages as they are; the tests run what stands in them. zensical and dbt cannot share an environment: they need
# different versions of pathspec.
site: $(VENV)-docs/.docs $(VENV)-site/.site $(VENV)/.test
	@PYTHONPATH=tools $(VENV)-docs/bin/zensical build --clean --strict
	@$(BIN)/python tools/browser/build.py $(VENV)-site
	@$(BIN)/python tools/llms.py
	@$(BIN)/python tools/check_site.py

clean:
	rm -rf $(VENV) $(VENV)-dbt $(VENV)-dbt2 $(VENV)-docs $(VENV)-duckdb $(VENV)-metricflow $(VENV)-node $(VENV)-site $(VENV)-sqlmesh $(VENV)-superset site dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	rm -rf examples/digits/target examples/digits/dbt_packages examples/digits/logs examples/digits/*.duckdb examples/digits/report.html
	rm -rf examples/recommender/target examples/recommender/dbt_packages examples/recommender/logs
	rm -rf examples/recommender/*.duckdb
	rm -rf examples/clicks/target examples/clicks/dbt_packages examples/clicks/logs examples/clicks/*.duckdb examples/clicks/day_by_day.svg
	rm -rf examples/online/target examples/online/dbt_packages examples/online/logs examples/online/*.duckdb examples/online/report.html
	rm -rf examples/nights/target examples/nights/dbt_packages examples/nights/logs examples/nights/*.duckdb
	rm -rf examples/superset/published
	rm -rf examples/metricflow/target examples/metricflow/dbt_packages examples/metricflow/logs examples/metricflow/*.duckdb
	rm -rf extension/build extension/duckdb_capi
	rm -rf integration_tests/target integration_tests/dbt_packages integration_tests/logs

# By uv where it can be had, and by pip.
INSTALL := $(BIN)/python tools/install.py

# Every extra at once, which is resolved faster than one after the other.
EXTRAS := bench browser demo dev test warehouses
everything: pyproject.toml | $(BIN)/python
	@echo "Installing all extras into $(VENV): a minute, once"
	@$(INSTALL) $(VENV) --editable ".[bench,browser,dev,warehouses]"
	@touch $(EXTRAS:%=$(VENV)/.%)

# An environment's stamp is named for the extra of pyproject.toml that is installed in it.
$(VENV)/.%: pyproject.toml | $(BIN)/python
	@echo "Installing into $(VENV) ($*): a minute, once"
	@$(INSTALL) $(VENV) --editable ".[$*]"
	@touch $@

$(VENV)-dbt/.dbt: pyproject.toml | $(BIN)/python
	@$(INSTALL) $(VENV)-dbt "dbt-core==1.8.*" "dbt-duckdb==1.8.*"
	@touch $@

# dbt v2 is one program, without a package of Python.
$(VENV)-dbt2/.dbt2: pyproject.toml | $(BIN)/python
	@$(INSTALL) $(VENV)-dbt2 "dbt==2.0.0rc196"
	@touch $@

# Without its extra "dbt", which takes dbt-core 1.12, whose parser not every package index serves.
$(VENV)-sqlmesh/.sqlmesh: pyproject.toml | $(BIN)/python
	@$(INSTALL) $(VENV)-sqlmesh "sqlmesh==0.236.4" "dbt-core>=1.10,<1.12" "dbt-duckdb>=1.9"
	@touch $@

# What most embed today: the oldest DuckDB that is promised, with its command line.
$(VENV)-duckdb/.duckdb: pyproject.toml | $(BIN)/python
	@$(INSTALL) $(VENV)-duckdb "duckdb==1.5.*" "duckdb-cli==1.5.*"
	@touch $@

$(VENV)-node/.node: pyproject.toml
	@command -v npm >/dev/null || { echo "what Node has of DuckDB takes npm: apt-get install nodejs npm"; exit 1; }
	@npm install --silent --no-audit --no-fund --prefix $(VENV)-node @duckdb/node-api
	@touch $@

# What the site runs in the reader's browser. package.json names exact versions.
$(VENV)-site/.site: tools/browser/package.json
	@command -v npm >/dev/null || { echo "the site's DuckDB takes npm: apt-get install nodejs npm"; exit 1; }
	@mkdir -p $(VENV)-site && cp tools/browser/package.json $(VENV)-site
	@npm install --silent --no-audit --no-fund --no-package-lock --prefix $(VENV)-site
	@touch $@

# MetricFlow follows its own versions of dbt.
$(VENV)-metricflow/.metricflow: pyproject.toml | $(BIN)/python
	@$(INSTALL) $(VENV)-metricflow "dbt-metricflow>=0.11" "dbt-core>=1.8,<1.12" "dbt-duckdb>=1.9"
	@touch $@

# Superset pins much.
$(VENV)-superset/.superset: pyproject.toml examples/superset/requirements.txt | $(BIN)/python
	@echo "Installing Superset into $(VENV)-superset: a minute, once"
	@$(INSTALL) $(VENV)-superset --requirement examples/superset/requirements.txt --editable .
	@touch $@

$(VENV)-docs/.docs: pyproject.toml | $(BIN)/python
	@$(INSTALL) $(VENV)-docs "zensical>=0.0.73" "latex2mathml>=3.77"
	@touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("rankhouse needs Python 3.11 or newer, and $(PYTHON) is " + sys.version.split()[0] + ": make PYTHON=python3.12 ...")'
	@$(PYTHON) -m venv $(VENV)
