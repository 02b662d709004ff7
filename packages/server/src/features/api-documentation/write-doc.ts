import { withContent, withInputs } from '@sheetwright/contract/call.ts'
import { credentialHeaders, requestSnippet } from '@sheetwright/contract/engines/request-snippets.ts'
import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { errorCodesOf } from '@sheetwright/contract/call-errors.ts'
import { executeBatch } from '@sheetwright/contract/execution/execute-batch.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { executeService } from '@sheetwright/contract/execution/execute-service.ts'
import { getServiceMetadata } from '@sheetwright/contract/execution/get-service-metadata.ts'
import { validateService } from '@sheetwright/contract/execution/validate-service.ts'
import type { ApiDoc, DocBlock } from './doc-model.ts'
import { type DocTexts, docTexts } from './doc-texts.ts'
import type { DocExample, DocumentedEngine } from './documented-engine.ts'
import { interfaceChanges } from './interface-changes.ts'

interface DocRequest {
  readonly language: 'en' | 'ja'
  /** Name of the product, or of the one documented engine. */
  readonly name: string
  readonly productName: string
  readonly madeAt: Date
  readonly engines: readonly DocumentedEngine[]
  /** Meanings of error codes, by code. */
  readonly meanings: Readonly<Record<string, string>>
}

const mostOptions = 30
/** A longer cell continues in the next row, so that no row is taller than a page. */
const longestCell = 700

export function writeDoc({ language, name, productName, madeAt, engines, meanings }: DocRequest): ApiDoc {
  const texts = docTexts[language]
  const headings = new HeadingIds()
  const moment = madeAt.toISOString().replace('T', ' ').slice(0, 16)
  return {
    language,
    title: texts.documentation(name),
    subtitle: texts.madeAt(productName, `${moment} UTC`),
    contentsTitle: texts.contents,
    blocks: [
      headings.of(1, texts.authentication),
      { kind: 'text', text: texts.authenticationText },
      ...(engines.length === 0 ? [{ kind: 'text' as const, text: texts.noEngines }] : []),
      ...engines.flatMap((engine) => engineBlocks(engine, texts, headings)),
      headings.of(1, texts.errors),
      {
        kind: 'table',
        headings: [texts.code, texts.meaning],
        widths: [0.45, 0.55],
        rows: errorCodesOf(executeService).map((code) => [code, meanings[code] ?? '']),
      },
      headings.of(1, texts.limits),
      limitTable(texts),
    ],
  }
}

/** Assigns anchor ids to headings. */
class HeadingIds {
  private count = 0

  of(level: 1 | 2 | 3, text: string): DocBlock {
    this.count += 1
    return { kind: 'heading', level, text, id: `h${this.count}` }
  }
}

function engineBlocks(engine: DocumentedEngine, texts: DocTexts, headings: HeadingIds): DocBlock[] {
  const { interface: ports } = engine
  return [
    headings.of(1, `${engine.serviceName} ${engine.revision}`),
    headings.of(2, texts.addresses),
    addressTable(engine, texts),
    headings.of(2, texts.inputs),
    portTable(ports.inputs, texts),
    headings.of(2, texts.outputs),
    portTable(ports.outputs, texts),
    ...ports.subservices.flatMap(({ name, inputs, outputs }): DocBlock[] => [
      headings.of(2, texts.subservice(name)),
      { kind: 'text', text: texts.subserviceText(name) },
      headings.of(3, texts.inputs),
      portTable(inputs, texts),
      headings.of(3, texts.outputs),
      portTable(outputs, texts),
    ]),
    headings.of(2, texts.examples),
    ...(engine.examples.length === 0 ? [{ kind: 'text' as const, text: texts.notExecuted }] : []),
    ...engine.examples.flatMap((example) => exampleBlocks(engine, example, texts, headings)),
    headings.of(2, texts.versions),
    versionTable(engine, texts),
  ]
}

function addressOf(path: string, { origin, tenant, productName, serviceName }: DocumentedEngine): string {
  const values: Readonly<Record<string, string>> = {
    tenant,
    folder: productName,
    product: productName,
    service: serviceName,
    engine: serviceName,
  }
  return origin + path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? name))
}

function addressTable(engine: DocumentedEngine, texts: DocTexts): DocBlock {
  const calls = [
    { purpose: texts.execute, call: executeService },
    { purpose: texts.executeBatch, call: executeBatch },
    { purpose: texts.validate, call: validateService },
    { purpose: texts.metadata, call: getServiceMetadata },
    { purpose: texts.executeOwn, call: executeEngine },
  ]
  return {
    kind: 'table',
    headings: [texts.purpose, texts.method, texts.address],
    widths: [0.28, 0.1, 0.62],
    rows: calls.map(({ purpose, call }) => [purpose, call.method, addressOf(call.path, engine)]),
  }
}

function portTable(ports: readonly EnginePort[], texts: DocTexts): DocBlock {
  if (ports.length === 0) return { kind: 'text', text: texts.none }
  return {
    kind: 'table',
    headings: [texts.name, texts.type, texts.allowed, texts.default, texts.description],
    widths: [0.22, 0.13, 0.23, 0.15, 0.27],
    rows: ports.flatMap((port) => portRows(port, texts).flatMap(fittingRows)),
  }
}

function portRows(port: EnginePort, texts: DocTexts): string[][] {
  if (port.shape === 'cell') {
    const type = [port.type ?? '', port.defined?.unit ?? ''].filter((part) => part !== '').join(', ')
    return [[port.name, type, allowedText(port, texts), valueText(port.default), descriptionOf(port, texts)]]
  }
  return [
    [port.name, texts.list(port.maxRows), texts.anyValue, '', descriptionOf(port, texts)],
    ...(port.columns ?? []).map(({ heading, type }) => [heading, type, '', '', texts.columnOf(port.name)]),
  ]
}

/** Splits a row with a long cell into several rows. */
function fittingRows(row: readonly string[]): string[][] {
  const parts = Math.max(1, ...row.map((cell) => Math.ceil(cell.length / longestCell)))
  return Array.from({ length: parts }, (_, part) =>
    row.map((cell) => cell.slice(part * longestCell, (part + 1) * longestCell)),
  )
}

/** The name in the master API definition, its description, and since when it is deprecated. */
function descriptionOf({ description, validation, defined }: EnginePort, texts: DocTexts): string {
  const label = defined === undefined ? '' : texts.labelOf(defined)
  const deprecated = defined?.deprecatedSince ? texts.deprecated(defined.deprecatedSince) : ''
  const head = label === '' || label === description ? description : `${label}: ${description}`
  return [head, validation?.inputMessage ?? '', deprecated].filter((text) => text !== '').join(' ')
}

function allowedText({ validation }: EnginePort, texts: DocTexts): string {
  if (validation === undefined) return texts.anyValue
  const { options, min, max, dependsOn } = validation
  const rules: string[] = []
  if (options !== undefined && options.length > 0)
    rules.push(
      texts.oneOf(options.slice(0, mostOptions).map(valueText).join(', '), Math.max(0, options.length - mostOptions)),
    )
  else if (min !== undefined && max !== undefined) rules.push(texts.between(String(min), String(max)))
  else if (min !== undefined) rules.push(texts.atLeast(String(min)))
  else if (max !== undefined) rules.push(texts.atMost(String(max)))
  if (dependsOn.length > 0) rules.push(texts.dependsOn(dependsOn.join(', ')))
  if (validation.errorMessage !== undefined) rules.push(validation.errorMessage)
  return rules.length === 0 ? validation.type : rules.join('. ')
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value)
}

function exampleBlocks(
  engine: DocumentedEngine,
  { subservice, isRefused, request, answer }: DocExample,
  texts: DocTexts,
  headings: HeadingIds,
): DocBlock[] {
  const blocks: DocBlock[] = [
    ...(subservice === undefined ? [] : [headings.of(3, texts.subservice(subservice))]),
    { kind: 'text', text: isRefused ? texts.refusedText : texts.exampleText },
    { kind: 'code', title: texts.request, text: JSON.stringify(request, null, 2) },
    {
      kind: 'code',
      title: texts.answer,
      text: JSON.stringify(shortened(answer, texts), null, 2),
    },
  ]
  if (isRefused || subservice !== undefined) return blocks
  const snippet = requestSnippet('curl', {
    url: addressOf(executeService.path, engine),
    headers: credentialHeaders('key', engine.tenant),
    body: request,
  })
  return [...blocks, { kind: 'code', title: texts.curl, text: snippet }]
}

const shownRows = 3

/** Cuts long lists to their first rows: a schedule of 30 years would fill the document. */
function shortened(value: unknown, texts: DocTexts): unknown {
  if (Array.isArray(value)) {
    const shown = value.length > shownRows + 1 ? value.slice(0, shownRows) : value
    const rows = shown.map((row) => shortened(row, texts))
    return shown === value ? rows : [...rows, texts.moreRows(value.length - shownRows)]
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each, texts)]))
}

function versionTable({ versions }: DocumentedEngine, texts: DocTexts): DocBlock {
  const day = (moment: string) => moment.slice(0, 10)
  return {
    kind: 'table',
    headings: [texts.version, texts.state, texts.effective, texts.releaseNote],
    widths: [0.12, 0.13, 0.25, 0.5],
    rows: versions.flatMap((version, index) => {
      const before = versions[index + 1]
      const changes = before === undefined ? '' : interfaceChanges(version, before, texts)
      const effective = `${day(version.effectiveStartDate)} – ${day(version.effectiveEndDate)}`
      const note = [version.releaseNote, changes].filter((text) => text !== '').join('\n')
      return fittingRows([version.revision, version.state, effective, note])
    }),
  }
}

function limitTable(texts: DocTexts): DocBlock {
  const megabytes = (bytes: number) => texts.megabytes(bytes / 1024 / 1024)
  return {
    kind: 'table',
    headings: [texts.limit, texts.value],
    widths: [0.6, 0.4],
    rows: [
      [texts.bodyOfOne, megabytes(withInputs.bytes)],
      [texts.bodyOfMany, megabytes(withContent.bytes)],
      [texts.depth, String(withInputs.depth)],
    ],
  }
}
