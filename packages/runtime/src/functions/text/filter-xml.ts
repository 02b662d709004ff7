import { errors, Matrix, type Scalar, type Value } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import { readXml, textContent } from './xml/document.ts'
import { evaluateXPath, type XPathValue } from './xml/evaluate-xpath.ts'
import { parseXPath } from './xml/parse-xpath.ts'
import { XPathError } from './xml/xpath-syntax.ts'

const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i

/** Text that is a number becomes one. */
function cellFrom(text: string): Scalar {
  if (!NUMBER.test(text)) return text
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

function resultFrom(value: XPathValue): Value {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'object') return cellFrom(String(value))
  const cells = value.map((node) => cellFrom(textContent(node)))
  if (cells.length === 0) return errors.value
  return cells.length === 1 ? (cells[0] ?? '') : new Matrix(cells.length, 1, cells)
}

function filterXml(context: CallContext, xml: string, path: string): Value {
  const document = readXml(xml)
  if (!document) return errors.value
  try {
    return resultFrom(evaluateXPath(parseXPath(path), document, context.charge))
  } catch (error) {
    if (error instanceof XPathError) return errors.value
    throw error
  }
}

export const filterXmlFunctions: readonly FunctionDefinition[] = [
  define({
    name: 'FILTERXML',
    params: [
      { name: 'xml', kind: 'text' },
      { name: 'xpath', kind: 'text' },
    ],
    body: filterXml,
  }),
]
