import { cloneProduct } from '@sheetwright/contract/products/clone-product.ts'
import { deleteCoverImage } from '@sheetwright/contract/products/delete-cover-image.ts'
import { uploadCoverImage } from '@sheetwright/contract/products/upload-cover-image.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { deleteProduct } from '@sheetwright/contract/products/delete-product.ts'
import { undeleteProduct } from '@sheetwright/contract/products/undelete-product.ts'
import { markFavouriteProduct } from '@sheetwright/contract/products/mark-favourite-product.ts'
import type { Product, ProductStatus } from '@sheetwright/contract/products/product.ts'
import { updateProduct } from '@sheetwright/contract/products/update-product.ts'
import { exportProduct } from '@sheetwright/contract/products/zip/export-product.ts'
import { importProduct } from '@sheetwright/contract/products/zip/import-product.ts'
import { validateProductZip } from '@sheetwright/contract/products/zip/validate-product-zip.ts'
import { downloadJobFile } from '@sheetwright/contract/jobs/download-job-file.ts'
import type { Job } from '@sheetwright/contract/jobs/job.ts'
import type { SentBody } from '@sheetwright/contract/call.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { useDownloads } from '../../platform/downloads/downloads.ts'
import { waitForJob } from '../jobs/queries.ts'
import { withFavourite, withStatus } from './cached-products.ts'
import { productKeys } from './queries.ts'

export type NewProduct = SentBody<typeof createProduct>
export type ProductChange = SentBody<typeof updateProduct>

/** Forms show failures at their fields, so no toast is shown. */
const inForm = { announced: false } as const

export function useCreateProduct() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ product, cover }: { product: NewProduct; cover: Promise<Blob> | undefined }) =>
      api.call(createProduct, {
        body: product,
        files: cover === undefined ? {} : { CoverImage: { content: await cover, fileName: 'cover.jpg' } },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: productKeys.all }),
    meta: inForm,
  })
}

export function useCloneProduct(id: string) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (copy: SentBody<typeof cloneProduct>) =>
      api.call(cloneProduct, { params: { product: id }, body: copy }),
    onSuccess: () => queries.invalidateQueries({ queryKey: productKeys.all }),
    meta: inForm,
  })
}

export function useUploadCover(id: string) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ picture, onProgress }: { picture: Promise<Blob>; onProgress: (percent: number) => void }) =>
      api.call(uploadCoverImage, {
        body: { Product: id },
        files: { CoverImage: { content: await picture, fileName: 'cover.jpg' } },
        onUploadProgress: onProgress,
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: productKeys.all }),
    meta: inForm,
  })
}

export function useDeleteCover(id: string) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api.call(deleteCoverImage, { params: { product: id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: productKeys.all }),
    meta: inForm,
  })
}

export function useUpdateProduct(id: string) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: ProductChange) => api.call(updateProduct, { params: { product: id }, body: change }),
    onSuccess: (product) => {
      queries.setQueryData(productKeys.one(id), product)
      return queries.invalidateQueries({ queryKey: productKeys.all })
    },
    meta: inForm,
  })
}

/** Optimistic wherever the product is shown; rolled back if the server refuses. */
export function useMarkFavourite() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ product, isFavourite }: { product: Product; isFavourite: boolean }) =>
      api.call(markFavouriteProduct, { params: { product: product.id, flag: isFavourite ? 'true' : 'false' } }),
    onMutate: async ({ product, isFavourite }) => {
      await queries.cancelQueries({ queryKey: productKeys.all })
      const before = queries.getQueriesData({ queryKey: productKeys.all })
      queries.setQueriesData({ queryKey: productKeys.all }, (data: unknown) =>
        withFavourite(data, product.id, isFavourite),
      )
      return before
    },
    onError: (_error, _change, before) => {
      for (const [key, data] of before ?? []) queries.setQueryData(key, data)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: productKeys.all }),
  })
}

/** Optimistic wherever the product is shown; rolled back if the server refuses. */
export function useChangeStatus() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ product, to, reason }: { product: Product; to: ProductStatus; reason: string }) =>
      api.call(updateProduct, {
        params: { product: product.id },
        body: { status: to, ...(reason === '' ? {} : { reason }) },
      }),
    onMutate: async ({ product, to }) => {
      await queries.cancelQueries({ queryKey: productKeys.all })
      const before = queries.getQueriesData({ queryKey: productKeys.all })
      queries.setQueriesData({ queryKey: productKeys.all }, (data: unknown) => withStatus(data, product.id, to))
      return before
    },
    onError: (_error, _change, before) => {
      for (const [key, data] of before ?? []) queries.setQueryData(key, data)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: productKeys.all }),
  })
}

export function useDeleteProduct() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (product: Product) => api.call(deleteProduct, { params: { product: product.id } }),
    onSuccess: (_answer, product) => {
      // The page of the product is about to be left; refetching it would only fail.
      const gone = JSON.stringify(productKeys.one(product.id))
      void queries.invalidateQueries({
        queryKey: productKeys.all,
        predicate: (query) => JSON.stringify(query.queryKey) !== gone,
      })
    },
  })
}

export function useUndeleteProduct() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (product: Pick<Product, 'id'>) => api.call(undeleteProduct, { params: { product: product.id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: productKeys.all }),
  })
}

/** Exports a product to a zip, and downloads it when it is done. */
export function useExportProduct() {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    async mutationFn(product: Product) {
      const { jobId } = await api.call(exportProduct, { params: { product: product.id } })
      const job = await waitForJob(api, jobId)
      if (job.status === 'Success') {
        await downloads.save(() => api.call(downloadJobFile, { params: { job: jobId } }), `${product.name}.zip`)
      }
      return job
    },
  })
}

interface ZipUpload {
  readonly zip: File
  /** Empty to use the name in the zip. */
  readonly name: string
  readonly onProgress: (percent: number) => void
}

function zipForm({ zip, name, onProgress }: ZipUpload) {
  return {
    body: name.trim() === '' ? {} : { Name: name },
    files: { ProductZip: { content: zip, fileName: zip.name } },
    onUploadProgress: onProgress,
  }
}

interface ZipImport extends ZipUpload {
  readonly onConflict: 'keep' | 'replace'
  readonly asDrafts: boolean
  /** Called with the import job, once the upload is complete. */
  readonly onJob: (job: Job) => void
}

export function useValidateZip() {
  const api = useApi()
  return useMutation({
    mutationFn: (upload: ZipUpload) => api.call(validateProductZip, zipForm(upload)),
    meta: inForm,
  })
}

/** Imports a product and waits for the end; the import goes on when the dialog is closed. */
export function useImportProduct() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ onConflict, asDrafts, onJob, ...upload }: ZipImport) {
      const form = zipForm(upload)
      const { jobId } = await api.call(importProduct, {
        ...form,
        body: { ...form.body, OnConflict: onConflict, AsDrafts: asDrafts ? 'true' : 'false' },
      })
      return waitForJob(api, jobId, onJob)
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: productKeys.all }),
    meta: inForm,
  })
}
