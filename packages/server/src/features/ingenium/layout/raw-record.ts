/** A record as stored in the extract. */
export interface RawRecord {
  /** The line where it starts, from 1; the record's number if the file has no lines. */
  readonly line: number
  /** In the order of the layout's fields; undefined if a field cannot be read. */
  readonly fields: readonly (string | undefined)[]
  /** Why the record as a whole cannot be read. */
  readonly problem: string | undefined
  /** As text, for the file of rejects. */
  readonly raw: () => string
}

/** Records of one piece of an extract, and the start of the next piece. */
export interface Piece {
  readonly records: readonly RawRecord[]
  readonly next: Position
  readonly isEnd: boolean
}

/** Where reading continues: every piece ends between two records. */
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

/** The extract is unreadable as a whole: the run ends, because later records cannot be told apart. */
export class UnreadableExtract extends Error {
  override readonly name = 'UnreadableExtract'
}
