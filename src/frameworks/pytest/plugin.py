"""Tells Baton what pytest collects and how every test ends, one JSON record a line. PYTEST_DONT_REWRITE"""

import json
import os
import re
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))

with open(os.path.join(HERE, "settings.json"), encoding="utf-8") as settings_file:
    SETTINGS = json.load(settings_file)


def numbers(version):
    return [int(part) for part in re.findall(r"\d+", version)[:3]]


if numbers(pytest.__version__) < numbers(SETTINGS["minimum"]):
    with open(SETTINGS["records"], "w", encoding="ascii") as records_file:
        records_file.write(json.dumps({"at": "old", "version": pytest.__version__}) + "\n")
    sys.exit(4)

import baton_pytest_canary  # noqa: E402
import baton_pytest_checkout  # noqa: E402
import baton_pytest_failure  # noqa: E402

# Options that end a run early, repeat tests or hide some of them; the project's configuration may set them.
OVERRIDDEN = {
    "stepwise": False,
    "stepwise_skip": False,
    "stepwise_reset": False,
    "lf": False,
    "failedfirst": False,
    "newfirst": False,
    "usepdb": False,
    "trace": False,
    "reruns": 0,
}


class Recorder:
    """Writes records. Children that a test forks off inherit it and must not write."""

    def __init__(self):
        self.process = os.getpid()
        self.file = open(SETTINGS["records"], "ab", buffering=0)
        self.silent = False
        self.open_tests = {}
        self.session = None
        self.canaries = ()

    def write(self, at, **fields):
        if self.silent or os.getpid() != self.process:
            return
        self.file.write(json.dumps({"at": at, **fields}).encode("ascii") + b"\n")

    def is_canary(self, nodeid):
        return nodeid.partition("::")[0].rpartition("/")[2] in self.canaries

    @pytest.hookimpl(hookwrapper=True)
    def pytest_load_initial_conftests(self, early_config):
        self.write("begin", root=str(early_config.rootpath))
        outcome = yield
        error = outcome.excinfo and outcome.excinfo[1]
        if type(error).__name__ == "ConftestImportFailure":
            self.write("conftest", failure=baton_pytest_failure.describe(error, error.path))

    @pytest.hookimpl(hookwrapper=True)
    def pytest_cmdline_main(self, config):
        self.silent = hasattr(config, "workerinput")
        for name, value in OVERRIDDEN.items():
            if hasattr(config.option, name):
                setattr(config.option, name, value)
        if SETTINGS["selection"]:
            config.args[:] = SETTINGS["selection"]
        yield

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self, session):
        self.session = session
        self.write("session", restricted=bool(session.config.option.keyword))
        if SETTINGS["canary"] and not self.silent:
            self.canaries = baton_pytest_canary.place(session.config, SETTINGS, self.write)

    def pytest_collectstart(self, collector):
        if isinstance(collector, pytest.File):
            self.write("collecting", id=collector.nodeid)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_make_collect_report(self, collector):
        outcome = yield
        error = outcome.excinfo and outcome.excinfo[1]
        if error is None:
            report = outcome.get_result()
            call = getattr(report, "call", None)
            if report.failed and call is not None and call.excinfo is not None:
                report.baton = baton_pytest_failure.describe(call.excinfo.value, collector.path)
        else:
            # It passes through pytest and ends the run.
            self.write("uncollected", id=collector.nodeid, failure=baton_pytest_failure.describe(error, collector.path))

    def pytest_collectreport(self, report):
        if report.failed:
            failure = getattr(report, "baton", None) or baton_pytest_failure.unknown(report.longreprtext)
            self.write("uncollected", id=report.nodeid, failure=failure)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_collection_modifyitems(self, config, items):
        before = list(items)
        yield
        kept = set(map(id, items))
        deselected = [item.nodeid for item in before if id(item) not in kept]
        if self.silent:
            config.workeroutput["baton_deselected"] = deselected
        elif deselected:
            self.write("deselected", ids=deselected)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node):
        """A worker of pytest-xdist is done; all of them collect, and deselect, the same tests."""
        told = getattr(node, "workeroutput", {})
        if told.get("baton_deselected"):
            self.write("deselected", ids=told["baton_deselected"])
        if told.get("baton_foreign"):
            self.write("foreign", modules=told["baton_foreign"])

    def pytest_collection_finish(self, session):
        self.write("collected", count=len(session.items))

    def pytest_runtest_logstart(self, nodeid):
        self.write("start", id=nodeid)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item, call):
        outcome = yield
        report = outcome.get_result()
        if call.excinfo is not None and report.failed:
            report.baton = baton_pytest_failure.describe(call.excinfo.value, item.path)

    def pytest_runtest_logreport(self, report):
        if report.when == "setup" or report.nodeid not in self.open_tests:
            self.open_tests[report.nodeid] = {"outcome": "errored", "seconds": 0}
        test = self.open_tests[report.nodeid]
        test["seconds"] += getattr(report, "duration", 0) or 0
        note(test, report)
        if report.failed and report.when == "call" and self.is_canary(report.nodeid):
            # The exit code shall speak of the project's own tests.
            self.session.testsfailed -= 1
        if report.when not in ("setup", "call"):
            self.write("test", id=report.nodeid, **self.open_tests.pop(report.nodeid))

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report):
        if self.is_canary(report.nodeid) and report.when == "call":
            return "", "", ""
        return None

    def pytest_warning_recorded(self, warning_message):
        if warning_message.category.__name__ == "PytestUnhandledThreadExceptionWarning":
            lines = unindented(str(warning_message.message))
            self.write("error", message=baton_pytest_failure.shortened(": ".join(lines[:1] + lines[-1:])))

    def pytest_internalerror(self, excrepr):
        self.write("internal", message=baton_pytest_failure.shortened(str(excrepr)))

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session):
        foreign = baton_pytest_checkout.foreign()
        if self.silent:
            session.config.workeroutput["baton_foreign"] = foreign
        elif foreign:
            self.write("foreign", modules=foreign)
        outcome = yield
        if outcome.excinfo:
            self.write("error", message=baton_pytest_failure.describe(outcome.excinfo[1], None)["message"])
        self.write("end", status=int(session.exitstatus))


def note(test, report):
    """Puts one phase of a test into its record."""
    expected = getattr(report, "wasxfail", None)
    failure = getattr(report, "baton", None)
    if report.failed or (failure is not None and expected is None and report.passed):
        failure = failure or baton_pytest_failure.unknown(report.longreprtext)
        if report.when == "teardown":
            test["teardown"] = failure
        elif "failure" not in test:
            test["outcome"] = "failed" if report.when == "call" else "errored"
            test["failure"] = failure
        return
    if expected is not None:
        test["expected"] = True
        test["outcome"] = "skipped" if "[NOTRUN]" in expected else "passed"
    elif report.skipped:
        test["outcome"] = "skipped"
    elif report.when == "call" and report.passed and "failure" not in test:
        test["outcome"] = "passed"


def unindented(text):
    """The lines of a traceback that name who failed and with what."""
    return [line for line in text.partition("\n\nEnable tracemalloc")[0].splitlines() if line[:1].strip()]


RECORDER = Recorder()


def pytest_addhooks(pluginmanager):
    pluginmanager.register(RECORDER, "baton_recorder")
