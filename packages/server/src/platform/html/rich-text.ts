import { richTextClasses } from '@sheetwright/contract/products/rich-text.ts'
import { type AttributeCheck, type HtmlPolicy, sanitiseHtml } from './sanitise-html.ts'

const plain = {} as const
const block = { class: allowed(richTextClasses.block) }

/** Output of the rich text editor: text with our classes, lists, links to other sites. */
const richTextPolicy: HtmlPolicy = {
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

/** Rich text reduced to what the policy allows. Throws HtmlUnfolds. */
export function safeRichText(html: string): string {
  return sanitiseHtml(html, richTextPolicy)
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
