/** The file cannot be run as a portfolio; the message says why. */
export class UnreadablePortfolio extends Error {
  override readonly name = 'UnreadablePortfolio'
}
