/** A command of `npm run admin -- …`: its arguments and its function. */
export interface Command {
  readonly usage: string
  readonly meaning: string
  readonly run: (args: readonly string[]) => Promise<void>
}
