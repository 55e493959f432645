from stack import Stack


def test_is_empty():
    assert Stack().is_empty()
