import { Button, Skeleton } from '@mantine/core'
import { enginePageSize } from '@sheetwright/contract/engines/engine.ts'
import type { Product } from '@sheetwright/contract/products/product.ts'
import { IconArrowRight, IconMathFunction, IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useApi } from '../../../platform/api/use-api.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { useFileDrop } from '../../../ui/file-drop.ts'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { templateFile } from '../../templates/queries.ts'
import { useRuleCheck } from '../../user-groups/queries.ts'
import { useEnginePaths } from '../engine-path.ts'
import { addRule } from '../engine-rules.ts'
import { useEngines } from '../queries.ts'
import { EngineFavourite } from './EngineFavourite.tsx'
import { EngineMenu } from './EngineMenu.tsx'
import { EngineStatus } from './EngineStatus.tsx'
import classes from './ProductEngines.module.css'
import { useUploadDialog } from './use-upload-dialog.tsx'

/** Opens the upload dialog once, after a product was created. */
function useFirstUpload(mayAdd: boolean, open: (engine?: undefined, file?: File) => void) {
  const api = useApi()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const allows = useRuleCheck()
  const asked = search['upload'] === 'true'
  const loadTemplate = useMutation({
    mutationFn: (id: string) => templateFile(api, id),
    onSuccess: (file) => open(undefined, file),
  })
  useEffect(() => {
    if (!asked) return
    void navigate({ to: pathname, search: {}, replace: true })
    if (!mayAdd || !allows(addRule)) return
    const template = search['template']
    if (template === undefined) open()
    else loadTemplate.mutate(template)
    // Runs once for each such address, whatever the other values are.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked])
}

/** The engines of a product on its dashboard, a few at a time. A workbook dropped here becomes one. */
export function ProductEngines({ product }: { product: Product }) {
  const text = useText()
  const paths = useEnginePaths()
  const [page, setPage] = useState(1)
  const engines = useEngines(product.id, {
    name: '',
    favourites: false,
    page,
    pageSize: enginePageSize,
    sort: '-updated',
  })
  const upload = useUploadDialog(product.id)
  const mayAdd = product.access !== 'view'
  useFirstUpload(mayAdd, upload.open)
  const drop = useFileDrop(mayAdd ? (file) => upload.open(undefined, file) : undefined)
  const count = engines.data?.count ?? product.calculationEngines.count
  const add = mayAdd && (
    <Button variant="subtle" size="compact-sm" leftSection={<IconUpload />} onClick={() => upload.open()}>
      {text('Engines.add')}
    </Button>
  )
  return (
    <div {...drop.handlers} className={classes.root} data-over={drop.over || undefined}>
      <Panel
        title={text('Engines.titleWithCount', { count })}
        actions={
          <span className={classes.actions}>
            {add}
            <Button
              variant="subtle"
              size="compact-sm"
              component={Link}
              to={paths.list(product.id)}
              rightSection={<IconArrowRight />}
            >
              {text('Engines.all')}
            </Button>
          </span>
        }
      >
        {engines.isError ? (
          <FailureState error={engines.error} onRetry={() => void engines.refetch()} />
        ) : engines.isPending ? (
          <Skeleton height="var(--sw-skeleton-block)" />
        ) : engines.data.count === 0 ? (
          <EmptyState
            icon={<IconMathFunction />}
            title={text('Engines.empty.title')}
            text={text(mayAdd ? 'Engines.empty.text' : 'Engines.empty.viewer')}
          />
        ) : (
          <>
            <ul className={classes.list}>
              {engines.data.items.map((engine) => (
                <li key={engine.id} className={classes.engine}>
                  <EngineFavourite engine={engine} />
                  <Link to={paths.engine(engine)} className={classes.name}>
                    {engine.name}
                  </Link>
                  <EngineStatus engine={engine} />
                  <span className={classes.when}>
                    <RelativeMoment value={engine.updatedAt} short />
                  </span>
                  <EngineMenu engine={engine} onNewVersion={() => upload.open(engine)} />
                </li>
              ))}
            </ul>
            {engines.data.count > enginePageSize && (
              <Pager page={page} pageSize={enginePageSize} count={engines.data.count} onChange={setPage} />
            )}
          </>
        )}
      </Panel>
      {upload.dialog}
    </div>
  )
}
