// Places in mocha's tree of groups, tests and hooks.

/** The test file something is from; nothing for what belongs to the whole run. */
exports.fileOf = (one) => {
  for (let at = one; at; at = at.parent) if (typeof at.file === 'string') return at.file;
  return undefined;
};

/** Names from the outermost group on. */
exports.pathOf = (one) => {
  const path = [];
  for (let at = one; at && !at.root; at = at.parent) path.unshift(String(at.title).slice(0, 2_000));
  return path;
};

exports.isInside = (test, suite) => {
  for (let at = test.parent; at; at = at.parent) if (at === suite) return true;
  return false;
};
