/** A record as it lies in the extract. */
export interface RawRecord {
  /** Where it begins, counted from 1; the number of the record where a file has no lines. */
  readonly line: number
  /** By the order of the fields of the layout; undefined where a field cannot be read. */
  readonly fields: readonly (string | undefined)[]
  /** Why the record as a whole cannot be read. */
  readonly problem: string | undefined
  /** As text, for the file of rejects. */
  readonly raw: () => string
}

/** Records of one piece of an extract, and where the next piece begins. */
export interface Piece {
  readonly records: readonly RawRecord[]
  readonly next: Position
  readonly isEnd: boolean
}

/** Where reading goes on: every piece ends between two records. */
export interface Position {
  readonly byte: number
  readonly line: number
  readonly record: number
}

export const beginning: Position = { byte: 0, line: 1, record: 0 }

/** Reads an extract piece by piece. */
export interface ExtractReader {
  read(from: Position): Promise<Piece>
  close(): Promise<void>
}

/** What makes an extract unreadable as a whole: the run ends, because nothing behind it could be told apart. */
export class UnreadableExtract extends Error {
  override readonly name = 'UnreadableExtract'
}
