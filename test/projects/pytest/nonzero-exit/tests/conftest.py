def pytest_sessionfinish(session):
    session.exitstatus = 7
