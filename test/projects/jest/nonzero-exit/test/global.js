module.exports = () => {
  throw new Error('the database will not close');
};
