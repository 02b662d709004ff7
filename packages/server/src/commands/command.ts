/** A command of `npm run admin -- …`: what comes after its name, and what it does. */
export interface Command {
  readonly usage: string
  readonly meaning: string
  readonly run: (args: readonly string[]) => Promise<void>
}
