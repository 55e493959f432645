"""Leads imports from the user's checkout to the files that are proved: an editable install points to the former.
PYTEST_DONT_REWRITE"""

import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))

with open(os.path.join(HERE, "settings.json"), encoding="utf-8") as settings_file:
    SETTINGS = json.load(settings_file)

# Checkouts as they are called and as they are: a sandbox may hide the links that lead to them.
CHECKOUTS = sorted(SETTINGS["checkouts"], key=len, reverse=True)
PROJECT = os.path.realpath(SETTINGS["project"])
OWN = (PROJECT, os.path.realpath(SETTINGS["scratch"]))
PREFIXES = {os.path.realpath(path) for path in (sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix)}
INSTALLED = {"site-packages", "dist-packages", "node_modules"}
BUILT_IN = {"_frozen_importlib", "_frozen_importlib_external", "builtins"}


def redirect():
    """Before any code of the project is imported: in this process, and for the Pythons that tests start."""
    if not CHECKOUTS:
        return
    leads = []
    redirect_path(leads)
    for finder in list(sys.meta_path):
        kind = finder if isinstance(finder, type) else type(finder)
        if kind.__module__ in BUILT_IN:
            continue
        for owner in (sys.modules.get(kind.__module__), kind, finder):
            for value in list(getattr(owner, "__dict__", {}).values()):
                redirect_values(value, leads)
    for module in list(sys.modules.values()):
        # Old-style namespace packages are there from the start, with their folders.
        redirect_values(getattr(module, "__dict__", {}).get("__path__"), [])
    if leads:
        before = os.environ.get("PYTHONPATH")
        os.environ["PYTHONPATH"] = os.pathsep.join([*dict.fromkeys(leads), *([before] if before else [])])


def redirect_path(leads):
    """Entries of sys.path, and those that are left out because a sandbox hides the checkout they lead to."""
    entries = []
    for entry in sys.path:
        place = moved(entry)
        if os.path.basename(entry) in INSTALLED and place is None:
            linked = linked_from(entry)
            entries.extend(linked)
            leads.extend(linked)
        entries.append(place or entry)
        leads.extend([place] if place else [])
    for site in [entry for entry in sys.path if os.path.basename(entry) in INSTALLED]:
        hidden = [place for place in pth_entries(site) if place not in entries]
        entries.extend(hidden)
        leads.extend(hidden)
    sys.path[:] = dict.fromkeys(entries)


def pth_entries(site):
    """Where the .pth files of a directory lead in the project, instead of the checkout."""
    for name in names_in(site):
        if not name.endswith(".pth"):
            continue
        try:
            with open(os.path.join(site, name), encoding="utf-8", errors="replace") as file:
                lines = file.read().splitlines()
        except OSError:
            continue
        for line in lines:
            if line.strip() and not line.startswith(("#", "import ", "import\t")):
                place = moved(os.path.join(site, line.rstrip()))
                if place is not None:
                    yield place


def linked_from(site):
    """The folders of the project with the packages that are mere links to the checkout."""
    paths = [os.path.join(site, name) for name in names_in(site)]
    places = [(path, moved(path)) for path in paths if os.path.islink(path)]
    return [
        os.path.dirname(place)
        for path, place in places
        if place is not None and os.path.basename(place) == os.path.basename(path)
    ]


def names_in(directory):
    try:
        return sorted(os.listdir(directory))
    except OSError:
        return []


def redirect_values(value, leads, depth=0):
    """What finders of editable installs know, whoever wrote them: paths by the name of a module, or lists of paths."""
    if depth > 2 or not isinstance(value, (dict, list)):
        return
    for key, item in list(value.items() if isinstance(value, dict) else enumerate(value)):
        place = moved(item) if isinstance(item, str) else None
        if place is None:
            redirect_values(item, leads, depth + 1)
            continue
        value[key] = place
        tail = os.sep + str(key).replace(".", os.sep)
        bare = place[:-3] if place.endswith(".py") else place
        if bare.endswith(tail):
            leads.append(bare[: -len(tail)])


def moved(path):
    """The same place in the project, for a path that leads into a checkout."""
    if not os.path.isabs(path):
        return None
    real = os.path.realpath(path)
    root = checkout_of(real)
    return None if root is None else os.path.normpath(os.path.join(PROJECT, os.path.relpath(real, root)))


def checkout_of(real):
    """The checkout that a file lies in, unless it is installed there."""
    if any(is_inside(real, own) for own in OWN):
        return None
    root = next((root for root in CHECKOUTS if is_inside(real, root)), None)
    return None if root is None or is_installed(real, root) else root


def is_installed(real, root):
    if any(prefix != root and is_inside(prefix, root) and is_inside(real, prefix) for prefix in PREFIXES):
        return True
    folder = root
    for name in os.path.relpath(real, root).split(os.sep):
        folder = os.path.join(folder, name)
        if name in INSTALLED or os.path.isfile(os.path.join(folder, "pyvenv.cfg")):
            return True
    return False


def is_inside(path, root):
    return path == root or path.startswith(root.rstrip(os.sep) + os.sep)


def foreign():
    """Modules that were loaded from a checkout all the same: the topmost of each package, with its file."""
    found = {}
    for name, module in sorted(list(sys.modules.items()), key=lambda item: item[0]) if CHECKOUTS else ():
        own = getattr(module, "__dict__", {})
        for file in (own.get("__file__"), getattr(own.get("__spec__"), "origin", None)):
            if isinstance(file, str) and os.path.isabs(file) and checkout_of(os.path.realpath(file)) is not None:
                found.setdefault(name.partition(".")[0], [name, file])
    return list(found.values())


redirect()
