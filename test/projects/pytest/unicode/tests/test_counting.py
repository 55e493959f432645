def counts():
    assert len([1, 2, 3]) == 3


globals()["test_zählt bis drei ✓ 数える"] = counts
