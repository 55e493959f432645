"""Describes why a test or a module failed: facts only, Baton judges them. PYTEST_DONT_REWRITE"""

import importlib.util
import os
import re
import sys
import traceback
import types

ROOT = os.path.realpath(os.getcwd())
MOST_SHORT = 4000
MANY_FAILURES = 1000
described = 0


def describe(error, test_file):
    """The facts of an exception; of what pytest wraps when a module cannot be imported, the cause."""
    conftest = str(error.path) if type(error).__name__ == "ConftestImportFailure" else None
    if conftest is not None or type(error).__name__ == "CollectError":
        error = getattr(error, "cause", None) or error.__cause__ or error
    frames = [
        (frame.f_code.co_filename, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if is_ours(frame.f_code.co_filename)
    ]
    in_test = [frame for frame in frames if test_file is not None and same_file(frame[0], test_file)]
    facts = {
        "type": type(error).__name__,
        "bases": [base.__name__ for base in type(error).__mro__],
        "message": shortened(message_of(error)),
        "asker": frames[-1] if frames else None,
        "place": in_test[-1] if in_test else frames[-1] if frames else None,
        "missing": missing(error, frames[-1][0] if frames else None),
        "frames": raised(error),
        "runtime": is_runtime(error),
    }
    if isinstance(error, SyntaxError) and is_ours(error.filename or ""):
        facts["place"] = (error.filename, error.lineno or 1)
    if conftest is not None:
        facts["conftest"] = conftest
    return facts


# Built-in exceptions that the language itself does not raise.
PLAIN = ("Exception", "BaseException", "AssertionError")
# What unittest runs around a test, in the same step as the test.
SET_UP = ("setUp", "tearDown", "setUpClass", "tearDownClass", "asyncSetUp", "asyncTearDown", "setup_method")
MOST_FRAMES = 20


def is_runtime(error):
    built_in = type(error).__module__ == "builtins" and type(error).__name__ not in PLAIN
    return built_in and not is_set_up(own_frames(error))


def is_set_up(frames):
    """Both a test's own lines and those of set-up are called by a package; which of them it was, only their names tell."""
    return len(frames) > 0 and frames[0][2] in SET_UP


def own_frames(error):
    """The frames of an exception from the project's outermost line on."""
    frames = [
        (frame.f_code.co_filename, line, frame.f_code.co_name) for frame, line in traceback.walk_tb(error.__traceback__)
    ]
    while frames and not is_ours(frames[0][0]):
        frames.pop(0)
    return frames


def raised(error):
    """How an exception came to the test: from where it was raised outwards, as far as the project's outermost line."""
    frames = own_frames(error)
    if is_set_up(frames):
        # What set-up called may be what is tested; its own lines are not.
        file = frames[0][0]
        while frames and same_file(frames[0][0], file):
            frames.pop(0)
        if not any(is_ours(frame[0]) for frame in frames):
            return []
    return [
        {"file": file, "line": line, "function": name}
        if is_ours(file)
        else {"package": package_of(file), "function": name}
        for file, line, name in reversed(frames)
    ][-MOST_FRAMES:]


def package_of(path):
    """The installed package a file is in, or the module of the standard library."""
    parts = os.path.realpath(path).split(os.sep)
    for place in ("site-packages", "dist-packages"):
        if place in parts[:-1]:
            return parts[parts.index(place) + 1].removesuffix(".py")
    return "python:" + os.path.basename(path).removesuffix(".py")


def message_of(error):
    if type(error).__name__ == "FixtureLookupError":
        return f"fixture '{error.argname}' not found"
    return "".join(traceback.format_exception_only(type(error), error)).strip()


def unknown(text):
    facts = {"type": "", "bases": [], "message": shortened(text), "asker": None, "place": None, "missing": None}
    return {**facts, "frames": [], "runtime": True}


def shortened(text):
    """Caps a message; after many failures more so, or a report could grow without end."""
    global described
    described += 1
    most = MOST_SHORT if described < MANY_FAILURES else MOST_SHORT // 10
    return text if len(text) <= most else text[:most] + " ..."


def missing(error, asker):
    """What was asked for and is not there, if the exception says that."""
    if isinstance(error, ModuleNotFoundError) and error.name:
        return {"what": "module", "name": error.name, "ours": ours(error.name)}
    if isinstance(error, ImportError):
        found = re.match(r"cannot import name '(.+?)' from '(.+?)'", str(error))
        return found and {"what": "export", "name": found[1], "from": found[2], "ours": ours(found[2])}
    if isinstance(error, NameError):
        found = re.search(r"name '(.+?)' is not defined", str(error))
        return found and {"what": "name", "name": found[1]}
    if isinstance(error, FileNotFoundError) and isinstance(error.filename, (str, os.PathLike)):
        return {"what": "file", "name": os.path.abspath(error.filename)}
    return missing_attribute(error, asker) if isinstance(error, AttributeError) else None


# How Python itself, unittest.mock and pytest's monkeypatch name the owner of an attribute that is not there.
OF_MODULE = r"(?:module|<module) '(.+?)'.* (?:has no|does not have the) attribute '(.+?)'"
OF_CLASS = r"(?:type object|<class)? ?'(.+?)'.* (?:has no|does not have the) attribute '(.+?)'"


def missing_attribute(error, asker):
    owner, name = getattr(error, "obj", None), getattr(error, "name", None)
    if owner is None or name is None:
        owner, name = named_owner(str(error))
    if owner is None:
        return None
    if isinstance(owner, types.ModuleType):
        return {"what": "export", "name": name, "from": owner.__name__, "ours": ours(owner.__name__)}
    owner = owner if isinstance(owner, type) else type(owner)
    home = getattr(sys.modules.get(owner.__module__), "__file__", None)
    # What a test file defines and uses by itself is not the thing under test.
    if home is None or not is_ours(home) or (asker is not None and same_file(home, asker)):
        return None
    return {"what": "member", "name": f"{owner.__name__}.{name}", "ours": True}


def named_owner(message):
    """The module or class an AttributeError's text speaks of: older Pythons and patching tools do not hand it over."""
    found = re.match(OF_MODULE, message)
    if found:
        return sys.modules.get(found[1]), found[2]
    found = re.match(OF_CLASS, message)
    name = found[1].rpartition(".")[2] if found else None
    for module in list(sys.modules.values()) if name else ():
        value = getattr(module, "__dict__", {}).get(name)
        if isinstance(value, type) and is_ours(getattr(module, "__file__", None) or ""):
            return value, found[2]
    return None, None


def ours(module):
    """Whether a module belongs to the project; None if nothing of that name is installed or there."""
    top = module.partition(".")[0]
    if top in getattr(sys, "stdlib_module_names", ()) or top in sys.builtin_module_names:
        return False
    try:
        spec = getattr(sys.modules.get(top), "__spec__", None) or importlib.util.find_spec(top)
    except (ImportError, AttributeError, ValueError):
        return None
    if spec is None:
        return None
    places = [spec.origin] if spec.has_location else list(spec.submodule_search_locations or ())
    return any(is_ours(place) for place in places)


def is_ours(path):
    """Whether a file is in the project and not in a virtual environment or an installed package in it."""
    if path == "" or path.startswith("<"):
        return False
    path = os.path.realpath(path)
    if not path.startswith(ROOT + os.sep) or path.startswith(os.path.realpath(sys.prefix) + os.sep):
        return False
    return not {"site-packages", "dist-packages"}.intersection(path.split(os.sep))


def same_file(one, other):
    return os.path.realpath(one) == os.path.realpath(other)
