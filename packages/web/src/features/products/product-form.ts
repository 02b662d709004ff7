import { useForm } from '@mantine/form'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { Product } from '@sheetwright/contract/products/product.ts'
import { useText } from '../../platform/messages/use-text.ts'
import { nameFailure } from './name-failure.ts'
import { nameProblem } from '../../platform/messages/name-problem.ts'

export interface ProductValues {
  readonly name: string
  readonly category: string[]
  readonly description: string
  readonly startDate: string
  readonly launchDate: string
}

const longestDescription = 4000

const empty: ProductValues = { name: '', category: [], description: '', startDate: '', launchDate: '' }

/** The form fields of a product, and their validation. */
export function useProductForm(product?: Product) {
  const text = useText()
  const form = useForm<ProductValues>({
    initialValues: product === undefined ? empty : valuesOf(product),
    validate: {
      name(name) {
        const problem = nameProblem(name)
        return problem === null ? null : text(problem)
      },
      description: (description) =>
        description.length > longestDescription ? text('Field.tooLong', { limit: longestDescription }) : null,
      launchDate: (launchDate, { startDate }) =>
        launchDate !== '' && startDate !== '' && launchDate < startDate ? text('NewProduct.datesSwapped') : null,
    },
  })

  /** Shows the server's errors at their fields. */
  function showFailure(error: Error): void {
    const name = nameFailure(text, error)
    if (name !== undefined) return form.setErrors({ name })
    if (!(error instanceof ApiError)) return
    const fields = new Map(Object.keys(form.values).map((field) => [field.toLowerCase(), field]))
    const failures = error.fieldErrors.flatMap((one) => {
      const field = fields.get(one.field.replace(/^body\./, '').toLowerCase())
      return field === undefined ? [] : [[field, one.message]]
    })
    form.setErrors(Object.fromEntries(failures) as Record<string, string>)
  }

  return { form, showFailure }
}

export type ProductForm = ReturnType<typeof useProductForm>['form']

function valuesOf(product: Product): ProductValues {
  return {
    name: product.name,
    category: product.category,
    description: product.description,
    startDate: product.startDate ?? '',
    launchDate: product.launchDate ?? '',
  }
}
