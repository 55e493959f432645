from padding import pad


def test_pads():
    assert pad("a") == "         a"
