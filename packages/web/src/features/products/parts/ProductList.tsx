import type { Product } from '@sheetwright/contract/products/product.ts'
import { productPageSize } from '@sheetwright/contract/products/product.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { sortFromText, sortToText } from '../../../ui/table/sort.ts'
import { type ProductSort, productSortFields } from '../catalogue-state.ts'
import { productPath } from '../product-path.ts'
import { useProductPage } from '../queries.ts'
import { ProductFavourite } from './ProductFavourite.tsx'
import type { ProductViewProps } from './ProductGrid.tsx'
import classes from './ProductList.module.css'
import { ProductMenu } from './ProductMenu.tsx'
import { ProductStatusChip } from './ProductStatusChip.tsx'

export interface ProductListProps extends ProductViewProps {
  readonly onSortChange: (sort: ProductSort | null) => void
  readonly page: number
  readonly onPageChange: (page: number) => void
}

export function ProductList(props: ProductListProps) {
  const text = useText()
  const navigate = useNavigate()
  const list = useProductPage(props.filter, sortToText(props.sort), props.page, true)
  if (list.isError) return <FailureState error={list.error} onRetry={() => void list.refetch()} />

  const columns: Column<Product>[] = [
    {
      id: 'favourite',
      heading: text('Product.favouriteColumn'),
      headingHidden: true,
      width: 44,
      renderCell: (product) => !product.contentOnly && <ProductFavourite product={product} inCatalogue />,
    },
    {
      id: 'name',
      heading: text('Product.name'),
      width: 280,
      grows: true,
      sortable: true,
      namesRow: true,
      renderCell: (product) => (
        <Link to={productPath(props.filter.shared)} params={{ productId: product.id }} className={classes.name}>
          {product.name}
        </Link>
      ),
    },
    {
      id: 'status',
      heading: text('Product.status'),
      width: 130,
      sortable: true,
      renderCell: (product) => <ProductStatusChip status={product.status} />,
    },
    {
      id: 'engines',
      heading: text('Product.enginesColumn'),
      width: 96,
      align: 'end',
      renderCell: (product) => <span className="mono">{product.calculationEngines.count}</span>,
    },
    {
      id: 'owner',
      heading: text('Product.owner'),
      width: 160,
      renderCell: (product) => <span>{product.ownerName}</span>,
    },
    {
      id: 'updated',
      heading: text('Product.updated'),
      width: 140,
      sortable: true,
      renderCell: (product) => <RelativeMoment value={product.updatedAt} />,
    },
    {
      id: 'actions',
      heading: text('Product.actionsColumn'),
      headingHidden: true,
      width: 52,
      align: 'end',
      renderCell: (product) =>
        !product.contentOnly && (
          <ProductMenu
            product={product}
            onRename={() => props.onRename(product)}
            onDelete={() => props.onDelete(product)}
          />
        ),
    },
  ]
  return (
    <>
      <DataTable
        id="products"
        label={text('Catalogue.title')}
        columns={columns}
        rows={list.data?.items}
        rowKey={(product) => product.id}
        skeletonRows={productPageSize.catalogue}
        sort={props.sort}
        onSortChange={(sort) => props.onSortChange(sortFromText(sortToText(sort), productSortFields))}
        onOpen={(product) => void navigate({ to: productPath(props.filter.shared), params: { productId: product.id } })}
        empty={props.empty}
      />
      {list.data !== undefined && list.data.count > 0 && (
        <Pager
          page={props.page}
          pageSize={productPageSize.catalogue}
          count={list.data.count}
          onChange={props.onPageChange}
        />
      )}
    </>
  )
}
