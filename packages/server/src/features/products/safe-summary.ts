import { richTextClasses } from '@sheetwright/contract/products/rich-text.ts'
import { type AttributeCheck, type HtmlPolicy, HtmlUnfolds, sanitiseHtml } from '../../platform/html/sanitise-html.ts'
import { CallError } from '../../platform/http/call-error.ts'

const plain = {} as const
const block = { class: allowed(richTextClasses.block) }

/** What the editor of summaries makes: text with classes of ours, lists, links to other sites. */
const summaryPolicy: HtmlPolicy = {
  elements: {
    p: block,
    h1: block,
    h2: block,
    h3: block,
    span: { class: allowed(richTextClasses.text) },
    a: { href: webAddress },
    ...Object.fromEntries(
      ['strong', 'em', 'u', 's', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote'].map((name) => [name, plain]),
    ),
  },
  added: { a: { rel: 'noopener noreferrer nofollow', target: '_blank' } },
}

/** A summary as it is kept and sent out: nothing in it but what the policy names, whoever sent it. */
export function safeSummary(html: string): string {
  try {
    return sanitiseHtml(html, summaryPolicy)
  } catch (error) {
    if (!(error instanceof HtmlUnfolds)) throw error
    const message = 'leaves too many elements open'
    throw new CallError('INVALID_INPUT', `The summary ${message}`, [{ field: 'body.summary', message }])
  }
}

function allowed(classes: readonly string[]): AttributeCheck {
  const known = new Set(classes)
  return (value) => {
    const kept = value.split(/\s+/).filter((name) => known.has(name))
    return kept.length === 0 ? undefined : kept.join(' ')
  }
}

function webAddress(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined
  const { protocol, href } = new URL(value)
  return protocol === 'https:' || protocol === 'http:' || protocol === 'mailto:' ? href : undefined
}
