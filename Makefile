# Every command of the project. Each sets up what it needs and skips what is up to date.
# Overridable: PYTHON=python3.12, VENV=folder, ARGS="further arguments".

VENV ?= .venv
ARGS ?=
JOBS ?= 2
PYTHON ?=

PY := $(VENV)/bin/python
# cmake and ninja come from PyPI into the virtual environment; whatever builds must see them first.
IN_VENV := PATH="$(abspath $(VENV))/bin:$$PATH"
# -qq leaves only errors, and a failed compilation is one.
PIP := $(IN_VENV) $(PY) -m pip --disable-pip-version-check
STAMPS := $(VENV)/stamps
DEV_BUILD := build/dev

# Debian packages that tests or benchmarks run; installed only on Debian and only by root.
TEST_PACKAGES := chromium postgresql
BENCH_PACKAGES := stockfish gnuchess glaurung toga2 ethereal-chess fairy-stockfish phalanx

# Includes the folders, whose times change when a file is added or removed.
page_files := tools/page.sh $(shell find web src/plyground/locale src/plyground/drawing/pieces.json -name node_modules -prune -o -print)
native_files := CMakeLists.txt pyproject.toml $(wildcard cmake/*.cmake) $(shell find cpp -type f)

.DELETE_ON_ERROR:
.PHONY: help play terminal test test-all check format native-test page page-test pictures bench sanitize wheel lock sbom clean FORCE

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(STAMPS)/package $(STAMPS)/server $(STAMPS)/page ## play in the browser, with friends on the network
	@$(VENV)/bin/plyground serve $(ARGS)

terminal: $(STAMPS)/package ## play in the terminal
	@$(VENV)/bin/plyground play $(ARGS)

test: check native-test page-test $(STAMPS)/peers ## everything that must pass: the checks, the C++ tests, the page's, the Python tests
	@echo "Running the Python tests ..."
	@$(PY) -m pytest -n $(JOBS) --dist loadfile -q --durations=10 --durations-min=1 $(ARGS)

test-all: test sanitize wheel ## all of that, the sanitizers, and the wheel in an environment of its own
	@echo "Testing the wheel ..."
	@$(PY) -m pytest -q -m wheel tests/test_wheel.py

check: $(STAMPS)/package $(STAMPS)/tools $(STAMPS)/page-lint ## style, types, and who may import or include whom
	@echo "Checking style, types and layers ..."
	@$(PY) -m ruff check --quiet .
	@$(PY) -m ruff format --quiet --check .
	@$(PY) -m mypy --no-error-summary
	@$(PY) tools/check_imports.py
	@$(PY) tools/check_includes.py cpp
	@$(PY) tools/format_cpp.py --check cpp tools

format: $(STAMPS)/tools | $(STAMPS)/page-packages ## rewrite Python, C++ and the page in the project's style
	@$(PY) -m ruff format --quiet .
	@$(PY) tools/format_cpp.py cpp tools
	@tools/page.sh $(PY) format

native-test: $(STAMPS)/package ## the C++ tests alone
	@echo "Building and running the C++ tests ..."
	@$(IN_VENV) cmake --build $(DEV_BUILD) --target plyground_tests -- --quiet
	@$(DEV_BUILD)/plyground_tests tests/data

page: $(STAMPS)/page ## the page in the browser, built into the package

page-test: $(STAMPS)/page ## the types and the tests of the page's own code; the Python tests play on it
	@echo "Checking the page ..."
	@tools/page.sh $(PY) check

pictures: $(STAMPS)/package $(STAMPS)/tools $(STAMPS)/page ## take pictures of every page in two sizes and two themes, those of the README among them
	@$(PY) tools/screenshots.py $(ARGS)

bench: $(STAMPS)/package $(STAMPS)/tools $(STAMPS)/peers $(STAMPS)/bench-peers ## compare speed with other programs
	@tools/machine.sh packages $(BENCH_PACKAGES)
	@$(PIP) install -qq $$($(PY) tools/requirements.py bench)
	@$(PY) benchmarks/run.py $(ARGS)

sanitize: $(STAMPS)/build-tools ## the C++ tests under address, undefined-behaviour and thread sanitizers
	@tools/sanitize.sh "$(abspath $(VENV))/bin" address,undefined
	@tools/sanitize.sh "$(abspath $(VENV))/bin" thread

wheel: $(STAMPS)/build-tools $(STAMPS)/page ## a wheel in dist/, with the page
	@echo "Building the wheel ..."
	@$(PIP) wheel -qq --no-build-isolation --no-deps --wheel-dir dist .
	@ls dist/*.whl

lock: $(STAMPS)/release-tools ## requirements/server.txt, the exact versions and hashes of a release; ARGS=--upgrade for newer ones
	@$(VENV)/peers/uv/bin/uv pip compile pyproject.toml --extra server --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --custom-compile-command "make lock" --quiet --output-file $(LOCK) $(ARGS)

sbom: $(STAMPS)/release-tools | $(STAMPS)/page-packages ## what a release is made of, as CycloneDX in dist/
	@echo "Installing the locked versions ..."
	@mkdir -p dist
	@$(PY) -m venv --clear --without-pip $(VENV)/locked
	@$(PIP) --python $(VENV)/locked/bin/python install -qq --require-hashes -r $(LOCK)
	@$(VENV)/peers/cyclonedx-bom/bin/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible \
		-o dist/server.cdx.json $(VENV)/locked/bin/python
	@tools/page.sh $(PY) sbom > dist/page.cdx.json
	@ls dist/*.cdx.json

clean: ## remove everything that was built or installed here
	rm -rf $(VENV) build dist src/plyground/_core.pyi src/plyground/server/page web/node_modules
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests tools -name __pycache__ -prune -exec rm -rf {} +

# --- set-up, each step remembered by a stamp in the virtual environment ---

$(PY):
	@python=$$(tools/machine.sh python $(PYTHON)) && echo "Creating $(VENV) with $$python ..." && "$$python" -m venv $(VENV)

$(STAMPS)/build-tools: pyproject.toml tools/machine.sh | $(PY)
	@tools/machine.sh compiler
	@tools/machine.sh zstd
	@echo "Installing build tools ..."
	@$(PIP) install -qq $$($(PY) tools/requirements.py build) cmake ninja
	@mkdir -p $(@D) && touch $@

# After the package, so that `make -j` never runs two installations into one environment.
$(STAMPS)/tools: pyproject.toml | $(STAMPS)/package
	@tools/machine.sh packages $(TEST_PACKAGES)
	@echo "Installing test tools ..."
	@$(PIP) install -qq $$($(PY) tools/requirements.py test check server postgresql passkeys)
	@mkdir -p $(@D) && touch $@

# A separate step, so that `make -j` never installs them twice at the same time.
$(STAMPS)/page-packages: web/package-lock.json tools/page.sh | $(PY)
	@echo "Installing the page's packages ..."
	@tools/page.sh $(PY) install
	@mkdir -p $(@D) && touch $@

$(STAMPS)/page: $(page_files) | $(STAMPS)/page-packages
	@echo "Building the page ..."
	@tools/page.sh $(PY) build
	@mkdir -p $(@D) && touch $@

$(STAMPS)/page-lint: $(page_files) | $(STAMPS)/page-packages
	@echo "Checking the page's style ..."
	@tools/page.sh $(PY) lint
	@mkdir -p $(@D) && touch $@

$(STAMPS)/server: pyproject.toml | $(STAMPS)/package
	@echo "Installing what the server needs ..."
	@$(PIP) install -qq $$($(PY) tools/requirements.py server)
	@mkdir -p $(@D) && touch $@

# Each package in its own environment, VENV/peers/NAME.
in_own_environments = for peer in $(1); do \
		folder=$(VENV)/peers/$${peer%%==*}; \
		$(PY) -m venv $$folder && $$folder/bin/python -m pip --disable-pip-version-check install -qq $$peer || exit 1; \
	done

# Draughts programs that the tests compare with. Both import as `draughts`, so each has its own environment.
PEERS := py-draughts==1.10.1 pydraughts==0.6.7
$(STAMPS)/peers: | $(STAMPS)/tools
	@echo "Installing draughts programs to compare with ..."
	@$(call in_own_environments,$(PEERS))
	@touch $@

# A chess program that the arena plays; it wants another version of `chess` than the tests.
BENCH_PEERS := sunfish==2026.1
$(STAMPS)/bench-peers: | $(STAMPS)/tools
	@echo "Installing chess programs to play against ..."
	@$(call in_own_environments,$(BENCH_PEERS))
	@touch $@

# What makes the lock file and the SBOM of a release.
LOCK := requirements/server.txt
RELEASE_TOOLS := uv==0.13.7 cyclonedx-bom==7.5.0
$(STAMPS)/release-tools: | $(PY)
	@echo "Installing the tools for releases ..."
	@$(call in_own_environments,$(RELEASE_TOOLS))
	@mkdir -p $(@D) && touch $@

# An editable install remembers where each module was, so a moved module must be reinstalled.
$(STAMPS)/modules: FORCE | $(PY)
	@mkdir -p $(@D)
	@find src -name '*.py' | LC_ALL=C sort > $@.new
	@if cmp -s $@ $@.new; then rm $@.new; else mv $@.new $@; fi

# Without isolation: an isolated build has its tools at a new path each time and would compile everything again.
$(STAMPS)/package: $(native_files) $(STAMPS)/modules $(STAMPS)/build-tools
	@echo "Building the native module (a minute or so the first time) ..."
	@$(PIP) install -qq --no-build-isolation --config-settings=build-dir=$(DEV_BUILD) -e .
	@cp $(DEV_BUILD)/_core.pyi src/plyground/_core.pyi
	@touch $@
