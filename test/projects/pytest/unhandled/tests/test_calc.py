from threading import Thread

from calc import add


def lose():
    raise RuntimeError("nobody handles this")


def test_adds():
    thread = Thread(target=lose)
    thread.start()
    thread.join()
    assert add(1, 2) == 3
