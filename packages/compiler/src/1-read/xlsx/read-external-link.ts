import { errorFromCode, type Scalar } from '@sheetwright/runtime/values.ts'
import { parseCell } from '../../model/address.ts'
import { CellTableBuilder } from '../../model/cell-table.ts'
import type { ExternalLink } from '../../model/workbook.ts'
import type { ReadContext } from '../read-context.ts'
import type { Relationship } from '../relationships.ts'
import { type Attributes, flag, prefixedAttribute, streamXml, unescapeText, whole } from '../xml.ts'

const kinds: Readonly<Record<string, ExternalLink['kind']>> = {
  externalBook: 'workbook',
  ddeLink: 'dde',
  oleLink: 'ole',
}

/** An external link part: its target and the cached values of the other workbook. */
export async function readExternalLink(
  part: string,
  chunks: AsyncIterable<Uint8Array>,
  relationships: readonly Relationship[],
  context: ReadContext,
): Promise<ExternalLink> {
  const sheetNames: string[] = []
  const cells = new Map<number, CellTableBuilder>()
  const failed = new Set<number>()
  const names: { name: string; sheet: number | undefined; text: string | undefined }[] = []
  let kind: ExternalLink['kind'] = 'unknown'
  let target: string | undefined
  let current: CellTableBuilder | undefined
  let cell: Attributes | undefined
  let value: string | undefined

  await streamXml(part, chunks, context.limits, {
    open(name, attributes) {
      if (kinds[name]) {
        kind = kinds[name]
        target =
          relationships.find(({ id }) => id === prefixedAttribute(attributes, 'id'))?.target ?? ddeTarget(attributes)
      } else if (name === 'sheetName') sheetNames.push(attributes.val ?? '')
      else if (name === 'definedName') names.push(definedName(attributes))
      else if (name === 'sheetData') {
        const sheet = whole(attributes.sheetId) ?? 0
        current = cells.get(sheet) ?? new CellTableBuilder()
        cells.set(sheet, current)
        if (flag(attributes.refreshError)) failed.add(sheet)
      } else if (name === 'cell') {
        cell = attributes
        value = undefined
      } else if (name === 'v' && cell) value = ''
    },
    close(name) {
      if (name !== 'cell' || !cell) return
      const position = parseCell(cell.r ?? '')
      const cached = cachedValue(cell.t, value)
      if (position && current && cached !== undefined) {
        context.budget.take()
        current.set(position.row, position.col, { kind: 'constant', value: cached, style: 0 })
      }
      cell = undefined
      value = undefined
    },
    text(text) {
      if (value !== undefined) value += text
    },
  })
  const empty = new CellTableBuilder().build()
  return {
    kind,
    target,
    sheets: sheetNames.map((name, index) => ({
      name,
      cells: cells.get(index)?.build() ?? empty,
      ...(failed.has(index) ? { isLost: true as const } : {}),
    })),
    names,
  }
}

function ddeTarget(attributes: Attributes): string | undefined {
  const { ddeService, ddeTopic } = attributes
  return ddeService === undefined ? undefined : `${ddeService}|${ddeTopic ?? ''}`
}

function definedName(attributes: Attributes) {
  return {
    name: attributes.name ?? '',
    sheet: whole(attributes.sheetId),
    text: attributes.refersTo?.replace(/^=/, ''),
  }
}

function cachedValue(type: string | undefined, text: string | undefined): Scalar | undefined {
  if (text === undefined) return undefined
  if (type === 'str' || type === 's' || type === 'inlineStr') return unescapeText(text)
  if (type === 'b') return flag(text)
  if (type === 'e') return errorFromCode(text)
  const number = Number(text)
  return text.trim() !== '' && Number.isFinite(number) ? number : undefined
}
