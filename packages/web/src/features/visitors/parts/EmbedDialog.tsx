import type { VisitorLink } from '@sheetwright/contract/visitors/visitor-link.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { CodeBlock } from '../../../ui/CodeBlock.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'

/** The HTML that embeds the calculator in another site. */
export function EmbedDialog({ link, onClose }: { link: VisitorLink; onClose: () => void }) {
  const text = useText()
  const address = escaped(link.url)
  const label = escaped(link.serviceName)
  const script = `${new URL(link.url).origin}/embed.js`
  return (
    <Dialog opened onClose={onClose} title={text('VisitorLinks.embedOf', { engine: link.serviceName })}>
      <p>{text('VisitorLinks.embedAbout', { origins: link.embedOrigins.join(', ') })}</p>
      <CodeBlock
        title={text('VisitorLinks.embedElement')}
        code={`<script src="${script}"></script>\n<sheetwright-calculator link="${address}" label="${label}"></sheetwright-calculator>`}
      />
      <CodeBlock
        title={text('VisitorLinks.embedFrame')}
        code={`<iframe src="${address}" title="${label}" style="width: 100%; height: 80vh; border: 0"></iframe>`}
      />
      <CodeBlock
        title={text('VisitorLinks.embedEvents')}
        code={`document.querySelector('sheetwright-calculator').addEventListener('result', ({ detail }) => {\n  console.log(detail.inputs, detail.outputs)\n})`}
      />
    </Dialog>
  )
}

function escaped(written: string): string {
  return written.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
