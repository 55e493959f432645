def test_talks():
    for _ in range(50_000):
        print("x" * 99)
