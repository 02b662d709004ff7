import { deleteCoverImage } from '@sheetwright/contract/products/delete-cover-image.ts'
import { handle } from '../../platform/http/handle.ts'
import { setCover } from './set-cover.ts'

export const deleteCoverImageHandler = handle(deleteCoverImage, (context) =>
  setCover(context, context.params.product, null),
)
