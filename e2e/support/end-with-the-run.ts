/**
 * An interrupted run ends without its workers. A worker that notices ends too, and with it the browser and the products
 * that it started.
 */
process.once('disconnect', () => process.exit())
