import { Alert, Button, Skeleton } from '@mantine/core'
import type { Product, ProductDetail } from '@sheetwright/contract/products/product.ts'
import { IconError404, IconInfoCircle, IconPencil } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { accessLevelNames } from '../../../platform/messages/access-level-names.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FactTable } from '../../../ui/FactTable.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { AbsoluteMoment, RelativeMoment } from '../../../ui/Moment.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { CategoryLabel } from '../../categories/parts/CategoryLabel.tsx'
import { ProductEngines } from '../../engines/parts/ProductEngines.tsx'
import { CallSettings } from '../../call-log/parts/CallSettings.tsx'
import { ProductHealth } from '../../insights/parts/ProductHealth.tsx'
import { PeopleWithAccess } from '../../permissions/parts/PeopleWithAccess.tsx'
import { CoverImage } from '../parts/CoverImage.tsx'
import { EditProductDialog } from '../parts/EditProductDialog.tsx'
import { ProductFavourite } from '../parts/ProductFavourite.tsx'
import { ProductDescription } from '../parts/ProductDescription.tsx'
import { ProductDocuments } from '../parts/ProductDocuments.tsx'
import { ProductMenu } from '../parts/ProductMenu.tsx'
import { ProductSummary } from '../parts/ProductSummary.tsx'
import { ProductStatusChip } from '../parts/ProductStatusChip.tsx'
import { RecentChanges } from '../parts/RecentChanges.tsx'
import { useConfirmedDelete } from '../parts/use-delete-product.ts'
import { isUnseenProduct, may } from '../product-access.ts'
import { useProduct } from '../queries.ts'
import classes from './ProductPage.module.css'

export function ProductPage() {
  const text = useText()
  const { productId } = useParams({ strict: false }) as { productId: string }
  const product = useProduct(productId)
  if (product.isPending) return <ProductSkeleton />
  if (product.isError && isUnseenProduct(product.error)) {
    return (
      <EmptyState
        icon={<IconError404 />}
        title={text('Product.missing.title')}
        text={text('Product.missing.text')}
        action={
          <Button component={Link} to="/" variant="default">
            {text('Navigation.back')}
          </Button>
        }
      />
    )
  }
  if (product.isError) return <FailureState error={product.error} onRetry={() => void product.refetch()} />
  return product.data.contentOnly ? <PassedProduct product={product.data} /> : <LoadedProduct product={product.data} />
}

function LoadedProduct({ product }: { product: ProductDetail }) {
  const text = useText()
  const navigate = useNavigate()
  const remove = useConfirmedDelete()
  const [editing, setEditing] = useState(false)

  async function confirmDelete() {
    if (await remove(product)) void navigate({ to: '/' })
  }

  const none = text('Product.notSet')
  return (
    <Page
      title={product.name}
      status={<ProductStatusChip status={product.status} />}
      facts={
        <>
          <span>{text('Product.ownedBy', { owner: product.ownerName })}</span>
          <span>{text('Product.engines', { count: product.calculationEngines.count })}</span>
          <span>
            {text('Product.updated')} <RelativeMoment value={product.updatedAt} />
          </span>
        </>
      }
      actions={
        <>
          <ProductFavourite product={product} />
          {may('edit', product) && (
            <Button variant="default" leftSection={<IconPencil />} onClick={() => setEditing(true)}>
              {text('Product.edit')}
            </Button>
          )}
          <ProductMenu product={product} onDelete={() => void confirmDelete()} />
        </>
      }
    >
      <PageTrail items={[{ label: text('Catalogue.title'), to: '/' }, { label: product.name }]} />
      <div className={classes.health}>
        <ProductHealth
          productId={product.id}
          cover={product.coverImage === null ? null : <CoverImage product={product} />}
        />
      </div>
      <div className={classes.columns}>
        <div className={classes.column}>
          <ProductEngines product={product} />
          <ProductSummary key={`summary ${product.id}`} product={product} />
          <ProductDescription key={product.id} product={product} />
          <RecentChanges productId={product.id} />
        </div>
        <div className={classes.column}>
          <Panel
            title={text('Product.facts')}
            actions={may('manage', product) ? <CallSettings productId={product.id} /> : undefined}
          >
            <FactTable
              label={text('Product.facts')}
              facts={[
                { name: text('Product.category'), value: <ProductCategories product={product} /> },
                { name: text('Product.startDate'), value: product.startDate ?? none },
                { name: text('Product.launchDate'), value: product.launchDate ?? none },
                { name: text('Product.owner'), value: product.ownerName },
                { name: text('Product.sharedWith'), value: product.sharedWith.join(', ') || none },
                { name: text('Product.access'), value: text(accessLevelNames[product.access]) },
                { name: text('Product.createdAt'), value: <AbsoluteMoment value={product.createdAt} /> },
                {
                  name: text('Product.id'),
                  value: (
                    <span className={classes.id}>
                      <span className="mono" title={product.id}>
                        {product.id}
                      </span>
                      <CopyButton value={product.id} label={text('Product.copyId')} />
                    </span>
                  ),
                },
              ]}
            />
          </Panel>
          {may('manage', product) && (
            <Panel title={text('People.title')}>
              <PeopleWithAccess
                entity={{ entityType: 'product', entityId: product.id }}
                name={product.name}
                link={window.location.href}
              />
            </Panel>
          )}
          <ProductDocuments product={product} />
        </div>
      </div>
      {editing && <EditProductDialog product={product} onClose={() => setEditing(false)} />}
    </Page>
  )
}

/** The product for users who have access only to single entities in it. */
function PassedProduct({ product }: { product: ProductDetail }) {
  const text = useText()
  return (
    <Page
      title={product.name}
      status={<ProductStatusChip status={product.status} />}
      facts={<span>{text('Product.ownedBy', { owner: product.ownerName })}</span>}
    >
      <PageTrail items={[{ label: text('Catalogue.title'), to: '/' }, { label: product.name }]} />
      <div className={classes.column}>
        <Alert variant="light" icon={<IconInfoCircle />}>
          {text('Product.contentOnly')}
        </Alert>
        <ProductEngines product={product} />
      </div>
    </Page>
  )
}

function ProductCategories({ product }: { product: Product }) {
  const text = useText()
  if (product.category.length === 0) return text('Product.notSet')
  return (
    <span className={classes.categories}>
      {product.category.map((category) => (
        <CategoryLabel key={category} category={category} />
      ))}
    </span>
  )
}

function ProductSkeleton() {
  const text = useText()
  return (
    <Page
      title={text('Loading.label')}
      heading={<Skeleton height="var(--sw-skeleton-title)" width="30%" />}
      facts={<>&nbsp;</>}
    >
      <output className={classes.columns} aria-label={text('Loading.label')}>
        <Skeleton height="var(--sw-skeleton-block)" />
        <Skeleton height="var(--sw-skeleton-block)" />
      </output>
    </Page>
  )
}
