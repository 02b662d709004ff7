import type { PolicyMapping } from '@sheetwright/contract/ingenium/mapping.ts'
import type { ExtractReader, Position, RawRecord } from './layout/raw-record.ts'
import { UnreadableExtract } from './layout/raw-record.ts'
import { recordWriter, type RecordWriter } from './layout/write-record.ts'
import { type MappedValue, RejectedRecord } from './mapping/apply-rule.ts'
import { inputMapper, resultMapper } from './mapping/map-record.ts'
import { PartFile } from './part-file.ts'
import type { ComputedTexts, PartAnswer, ReadAnswer } from './policy-request.ts'

/** A record in progress: mapped, or rejected with the reason. */
interface BlockRecord {
  readonly raw: RawRecord
  readonly number: number
  readonly inputs: Readonly<Record<string, MappedValue>> | undefined
  readonly rejected: string | undefined
}

interface Block {
  readonly records: readonly BlockRecord[]
  readonly next: Position
}

type Computed = { readonly outputs: Readonly<Record<string, unknown>> | null; readonly error: string | undefined }

/** Reads and maps records, and writes the result of each. Blocks are written in the order in which they were read. */
export class PolicyBlocks {
  private readonly folder: string
  private readonly reader: ExtractReader
  private readonly mapInputs: ReturnType<typeof inputMapper>
  private readonly mapResult: ReturnType<typeof resultMapper>
  private readonly writer: RecordWriter
  private readonly fieldNames: readonly string[]
  private readonly resultNames: readonly string[]
  private readonly keyPlace: number
  private readonly waiting: Block[] = []
  private position: Position
  private done: Position
  private counts = { read: 0, written: 0, rejected: 0 }
  private files: { readonly result: PartFile; readonly rejects: PartFile; readonly log: PartFile } | undefined
  private part = 0

  constructor(folder: string, reader: ExtractReader, mapping: PolicyMapping, from: Position) {
    this.folder = folder
    this.reader = reader
    this.mapInputs = inputMapper(mapping)
    this.mapResult = resultMapper(mapping)
    this.writer = recordWriter(mapping.result)
    this.fieldNames = mapping.extract.fields.map(({ name }) => name)
    this.resultNames = mapping.result.fields.map(({ name }) => name)
    this.keyPlace = mapping.recordKey === null ? -1 : this.fieldNames.indexOf(mapping.recordKey)
    this.position = from
    this.done = from
  }

  /** The next block: the inputs of the records that could be mapped. */
  async read(): Promise<ReadAnswer> {
    try {
      const { records, next, isEnd } = await this.reader.read(this.position)
      const before = this.position.record
      const block = records.map((raw, i): BlockRecord => this.mapped(raw, before + i + 1))
      this.position = next
      this.waiting.push({ records: block, next })
      const mapped = block.flatMap(({ inputs }) => (inputs === undefined ? [] : [inputs]))
      return { parts: partsOf(mapped), records: block.length, isEnd, problem: null }
    } catch (error) {
      if (!(error instanceof UnreadableExtract)) throw error
      return { parts: [], records: 0, isEnd: true, problem: error.message }
    }
  }

  /** Writes the oldest block with the engine's results. */
  async write(texts: readonly ComputedTexts[]): Promise<null> {
    const block = this.takeBlock()
    const computed = computedOf(texts)
    const { result, rejects, log } = this.openFiles()
    for (const record of block.records) {
      const outcome = this.outcomeOf(record, computed)
      const { raw, number } = record
      const key = this.keyPlace < 0 ? '' : (raw.fields[this.keyPlace] ?? '')
      this.counts.read++
      if (typeof outcome === 'string' || Buffer.isBuffer(outcome)) {
        this.counts.written++
        result.add(outcome)
        log.add(
          `{"record":${number},"line":${raw.line},"key":${JSON.stringify(key)},"status":"written","message":""}\n`,
        )
      } else {
        this.counts.rejected++
        const { reason } = outcome
        rejects.add(csvRow([String(number), String(raw.line), reason, raw.raw()]))
        const line = { record: number, line: raw.line, key, status: 'rejected', message: reason }
        log.add(`${JSON.stringify(line)}\n`)
      }
    }
    this.done = block.next
    for (const file of [result, rejects, log]) await file.flush()
    return null
  }

  /** Closes the files of a part. The first part's result gets the layout's header, the last part's its footer. */
  async end(part: number): Promise<PartAnswer> {
    const { result, rejects, log } = this.openFiles()
    const names = { result: result.name, rejects: rejects.name, log: log.name }
    for (const file of [result, rejects, log]) await file.close()
    this.files = undefined
    this.part = part + 1
    const answer = { ...this.counts, position: this.done, ...names }
    this.counts = { read: 0, written: 0, rejected: 0 }
    return answer
  }

  /** Previews the first records of the oldest block. */
  show(texts: readonly ComputedTexts[], most: number) {
    const block = this.takeBlock()
    const computed = computedOf(texts)
    return block.records.slice(0, most).map((record) => {
      const { raw, number, inputs = {} } = record
      const given = record.inputs === undefined ? undefined : computed.next()
      const outcome = this.outcomeOf(record, given === undefined ? computed : repeat(given))
      const isWritten = typeof outcome === 'string' || Buffer.isBuffer(outcome)
      const outputs = given?.outputs ?? null
      return {
        record: number,
        line: raw.line,
        fields: Object.fromEntries(this.fieldNames.map((name, i) => [name, raw.fields[i] ?? ''])),
        inputs,
        outputs,
        result: isWritten ? this.resultFields(raw, outputs ?? {}) : null,
        rejected: isWritten ? null : outcome.reason,
      }
    })
  }

  private resultFields(raw: RawRecord, outputs: Readonly<Record<string, unknown>>): Record<string, string> {
    const values = this.mapResult({ fields: raw.fields, outputs })
    return Object.fromEntries(this.resultNames.map((name, i) => [name, values[i] ?? '']))
  }

  private mapped(raw: RawRecord, number: number): BlockRecord {
    if (raw.problem !== undefined) return { raw, number, inputs: undefined, rejected: `The record ${raw.problem}` }
    try {
      return { raw, number, inputs: this.mapInputs(raw.fields), rejected: undefined }
    } catch (error) {
      if (!(error instanceof RejectedRecord)) throw error
      return { raw, number, inputs: undefined, rejected: error.message }
    }
  }

  private outcomeOf(
    record: BlockRecord,
    computed: { next(): Computed },
  ): string | Buffer | { readonly reason: string } {
    if (record.inputs === undefined) return { reason: record.rejected ?? '' }
    const { outputs, error } = computed.next()
    if (error !== undefined || outputs === null) return { reason: error ?? 'The engine gave no result' }
    try {
      return this.writer.write(this.mapResult({ fields: record.raw.fields, outputs }))
    } catch (failure) {
      if (!(failure instanceof RejectedRecord)) throw failure
      return { reason: failure.message }
    }
  }

  private takeBlock(): Block {
    const block = this.waiting.shift()
    if (block === undefined) throw new Error('No block waits')
    return block
  }

  private openFiles() {
    this.files ??= {
      result: new PartFile(this.folder, `result-${this.part}`),
      rejects: new PartFile(this.folder, `rejects-${this.part}`),
      log: new PartFile(this.folder, `log-${this.part}`),
    }
    return this.files
  }
}

/** Records computed at once by one thread: few enough to keep all threads busy until the end of a block. */
const partRecords = 500

function partsOf(inputs: readonly NonNullable<BlockRecord['inputs']>[]): ReadAnswer['parts'] {
  return Array.from({ length: Math.ceil(inputs.length / partRecords) }, (_, i) => {
    const some = inputs.slice(i * partRecords, (i + 1) * partRecords)
    return { text: JSON.stringify(some).slice(1, -1), count: some.length }
  })
}

interface LegacyError {
  readonly message: string
}

/** Results in order, one for each given input. */
function computedOf(texts: readonly ComputedTexts[]): { next(): Computed } {
  let list: { outputs: unknown[]; errors: unknown[] } = { outputs: [], errors: [] }
  let [text, place] = [0, 0]
  return {
    next() {
      while (place >= list.outputs.length) {
        const part = texts[text++]
        if (part === undefined) throw new Error('There are fewer results than records')
        list = {
          outputs: JSON.parse(`[${part.outputs}]`) as unknown[],
          errors: JSON.parse(`[${part.errors}]`) as unknown[],
        }
        place = 0
      }
      const outputs = list.outputs[place] as Computed['outputs']
      const errors = list.errors[place++] as readonly LegacyError[] | null
      return { outputs, error: errors === null ? undefined : errors.map(({ message }) => message).join('; ') }
    },
  }
}

function repeat(value: Computed): { next(): Computed } {
  return { next: () => value }
}

function csvRow(values: readonly string[]): string {
  return `${values.map((value) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(',')}\n`
}
