import type { CalculatorProgram } from '@sheetwright/contract/calculators/get-calculator-program.ts'
import type { LocalRun, WorkerAnswer, WorkerRequest } from './worker-messages.ts'

/** Timeout of the worker's answer. */
const longestMillis = 20_000

/** The compiled engine in a worker of this page. It works offline. */
export class LocalCalculator {
  private readonly worker: Worker
  private readonly waiting = new Map<
    number,
    { resolve: (answer: WorkerAnswer) => void; reject: (why: Error) => void }
  >()
  private last = 0

  private constructor() {
    this.worker = new Worker(new URL('./calculation.worker.ts', import.meta.url), { type: 'module' })
    this.worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => this.take(data))
    this.worker.addEventListener('error', ({ message }) => this.fail(new Error(message || 'The worker ended')))
  }

  static async open(program: CalculatorProgram): Promise<LocalCalculator> {
    const calculator = new LocalCalculator()
    try {
      await calculator.ask({ kind: 'open', id: 0, program })
      return calculator
    } catch (error) {
      calculator.close()
      throw error
    }
  }

  async run(records: readonly Readonly<Record<string, unknown>>[]): Promise<readonly LocalRun[]> {
    const answer = await this.ask({ kind: 'run', id: 0, records })
    return answer.kind === 'runs' ? answer.runs : []
  }

  close(): void {
    this.fail(new Error('The page was left'))
    this.worker.terminate()
  }

  private async ask(request: WorkerRequest): Promise<WorkerAnswer> {
    const id = ++this.last
    const { promise, resolve, reject } = Promise.withResolvers<WorkerAnswer>()
    this.waiting.set(id, { resolve, reject })
    const late = setTimeout(() => reject(new Error('The calculation takes too long')), longestMillis)
    this.worker.postMessage({ ...request, id }, { transfer: [] })
    try {
      return await promise
    } finally {
      clearTimeout(late)
      this.waiting.delete(id)
    }
  }

  private take(answer: WorkerAnswer): void {
    const asked = this.waiting.get(answer.id)
    if (answer.kind === 'failed') asked?.reject(new Error(answer.reason))
    else asked?.resolve(answer)
  }

  private fail(error: Error): void {
    for (const { reject } of this.waiting.values()) reject(error)
  }
}
