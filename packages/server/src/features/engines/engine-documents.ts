import { Readable } from 'node:stream'
import { CallError } from '../../platform/http/call-error.ts'
import type { FileAnswer } from '../../platform/http/file-answer.ts'
import { type DescribedEngine, type DocumentOptions, openApiOfEngine } from './open-api-of-engine.ts'

export function swagger(
  engine: DescribedEngine,
  options: DocumentOptions,
  disposition: 'attachment' | 'inline',
): FileAnswer {
  assertSubservice(engine, options.subservice)
  const document = JSON.stringify(openApiOfEngine(engine, options), null, 2)
  const part = options.subservice === undefined ? '' : `_${options.subservice}`
  const form = options.asForm ? '_form' : ''
  return { ...text(`${engine.serviceName}_${engine.revision}${part}${form}.json`, document), disposition }
}

function assertSubservice({ interface: { subservices } }: DescribedEngine, wanted: string | undefined): void {
  const names = subservices.map(({ name }) => name)
  if (wanted === undefined || names.some((name) => name.toLowerCase() === wanted.toLowerCase())) return
  throw new CallError('INVALID_INPUT', `The engine has no subservice "${wanted}"`, [
    { field: 'subservice', message: 'is not one of the engine', allowed: names.join(', ') || 'none' },
  ])
}

export function text(fileName: string, content: string): FileAnswer {
  return { fileName, open: () => Readable.from([Buffer.from(content)]) }
}
