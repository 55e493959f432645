"""Adds the two canary files where the project's own patterns find them. PYTEST_DONT_REWRITE"""

import fnmatch
import os
import pathlib


def place(config, settings, write):
    """Writes both files and gives their names; Baton removes them."""
    try:
        names = [file_name(config, f"baton_{settings['nonce']}_{end}") for end in ("pass", "fail")]
        function = function_name(config)
        directory = directory_for(config)
        paths = [os.path.join(directory, name) for name in names]
        # Told first: a run that dies here must not leave them behind.
        write("canary", passes=paths[0], fails=paths[1])
        for path, body in zip(paths, ("assert True", f"assert 1 == 2, '{settings['nonce']}'")):
            with open(path, "x", encoding="ascii") as file:
                file.write(f"def {function}():\n    {body}\n")
    except Exception as error:  # The project's own hooks are asked where tests may be.
        write("no-canary", message=str(error))
        return ()
    if config.args and all(os.path.isfile(argument.partition("::")[0]) for argument in config.args):
        config.args.extend(paths)
    return tuple(names)


def file_name(config, name):
    for pattern in config.getini("python_files"):
        made = os.path.basename(pattern).replace("*", name)
        made = made if made.endswith(".py") else f"{made}.py"
        if "*" in pattern and fnmatch.fnmatch(made, os.path.basename(pattern)):
            return made
    raise ValueError(f"no file can be added that python_files = {' '.join(config.getini('python_files'))} would find")


def function_name(config):
    for pattern in config.getini("python_functions"):
        made = pattern.replace("*", "baton") if "*" in pattern else f"{pattern}_baton"
        if made.isidentifier():
            return made
    raise ValueError(f"no function can be named that python_functions = {config.getini('python_functions')} would find")


def directory_for(config):
    """The directory of the first test file there is, or the first that pytest looks at."""
    starts = [pathlib.Path(str(config.invocation_params.dir), argument.partition("::")[0]) for argument in config.args]
    starts = [start for start in starts if start.exists()] or [config.rootpath]
    for start in starts:
        if start.is_file():
            return start.parent
        found = first_tests(config, start, config.getini("python_files"))
        if found is not None:
            return found
    return starts[0]


def first_tests(config, start, patterns):
    skipped = config.getini("norecursedirs")
    for directory, directories, files in os.walk(start):
        if any(is_test(config, pathlib.Path(directory, name), patterns) for name in sorted(files)):
            return directory
        directories[:] = sorted(
            name
            for name in directories
            if name != "node_modules"
            and not any(fnmatch.fnmatch(name, pattern) for pattern in skipped)
            and not config.hook.pytest_ignore_collect(collection_path=pathlib.Path(directory, name), config=config)
        )
    return None


def is_test(config, path, patterns):
    if path.suffix != ".py" or not any(fnmatch.fnmatch(path.name, os.path.basename(pattern)) for pattern in patterns):
        return False
    return not config.hook.pytest_ignore_collect(collection_path=path, config=config)
