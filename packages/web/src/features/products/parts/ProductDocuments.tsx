import { Button } from '@mantine/core'
import type { ProductDetail } from '@sheetwright/contract/products/product.ts'
import { IconArrowRight, IconFolder } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { sectionLabel } from '../../../platform/messages/section-names.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { Panel } from '../../../ui/page/Panel.tsx'
import classes from './ProductDocuments.module.css'

/** The non-empty document sections of a product, with their counts. */
export function ProductDocuments({ product }: { product: ProductDetail }) {
  const text = useText()
  const { pathname } = useLocation()
  const kept = product.sections.filter(({ documents }) => documents > 0)
  return (
    <Panel
      title={text('ProductDocuments.title')}
      note={kept.length === 0 ? text('ProductDocuments.none') : undefined}
      actions={
        <Button
          variant="subtle"
          size="compact-sm"
          component={Link}
          to={`${pathname}/documents`}
          rightSection={<IconArrowRight />}
        >
          {text('ProductDocuments.all')}
        </Button>
      }
    >
      {kept.length === 0 ? undefined : (
        <ul className={classes.list}>
          {kept.map(({ id, name, documents }) => (
            <li key={id}>
              <Link to={`${pathname}/documents/${encodeURIComponent(name)}`} className={classes.entry}>
                <IconFolder />
                <span className={classes.name}>{sectionLabel(text, name)}</span>
                <span className={classes.count}>{text('ProductDocuments.count', { count: documents })}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
