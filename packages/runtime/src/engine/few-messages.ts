/** How many messages of one kind are written out; the others are counted. */
const MOST = 20

interface Message {
  readonly key: string
  readonly message: string
  readonly cell?: string
}

/**
 * Messages about what a caller sent, of which there can be as many as the caller likes: the first few of each kind are told,
 * and how many more there were.
 */
export class FewMessages {
  private readonly list: Message[]
  private readonly counts = new Map<string, number>()

  /** @param list Where they go. */
  constructor(list: Message[]) {
    this.list = list
  }

  /** @param kind What the messages of this kind are, in the plural: "inputs that the workbook does not have". */
  add(kind: string, message: Message): void {
    const count = (this.counts.get(kind) ?? 0) + 1
    this.counts.set(kind, count)
    if (count <= MOST) this.list.push(message)
  }

  /** Tells how many were left out. */
  end(): void {
    for (const [kind, count] of this.counts) {
      if (count > MOST) this.list.push({ key: '', message: `There are ${count - MOST} more ${kind}.` })
    }
  }
}
