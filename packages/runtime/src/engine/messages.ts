import type { Message } from './call.ts'

/** Most messages of one kind that are written out; the rest are counted. */
const MOST = 20

/** What a call tells its caller. */
export class Messages {
  readonly warnings: Message[] = []
  readonly errors: Message[] = []
  /** For messages whose number the caller controls. */
  readonly fewWarnings = new FewMessages(this.warnings)
  readonly fewErrors = new FewMessages(this.errors)
}

/**
 * Messages about a caller's data, whose number the caller controls: reports the first few of each kind, and how many
 * more there were.
 */
class FewMessages {
  private readonly list: Message[]
  private counts: Map<string, number> | undefined

  /** @param list Receives the messages. */
  constructor(list: Message[]) {
    this.list = list
  }

  /** @param kind The kind of message, in the plural: "inputs that the workbook does not have". */
  add(kind: string, message: Message): void {
    this.counts ??= new Map()
    const count = (this.counts.get(kind) ?? 0) + 1
    this.counts.set(kind, count)
    if (count <= MOST) this.list.push(message)
  }

  /** Reports how many were left out. */
  end(): void {
    for (const [kind, count] of this.counts ?? []) {
      if (count > MOST) this.list.push({ key: '', message: `There are ${count - MOST} more ${kind}.` })
    }
  }
}
