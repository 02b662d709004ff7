import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { type OpenApiDocument, resolveSchema, type Schema } from '../open-api.ts'
import { ruleWords, typeWords } from '../schema-words.ts'
import classes from './OperationDetail.module.css'

/** The fields of a schema; fields with fields of their own can be expanded. */
export function SchemaTable({ document, schema }: { document: OpenApiDocument; schema: Schema }) {
  const text = useText()
  const fields = fieldsOf(document, schema)
  if (fields.properties === undefined) {
    return (
      <p>
        <code>{typeWords(document, schema)}</code> {ruleWords(document, schema).join(' · ')}
      </p>
    )
  }
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{text('ApiReference.name')}</th>
          <th scope="col">{text('ApiReference.type')}</th>
          <th scope="col">{text('ApiReference.description')}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(fields.properties).map(([name, field]) => (
          <FieldRow
            key={name}
            document={document}
            name={name}
            field={field}
            required={fields.required?.includes(name) === true}
          />
        ))}
      </tbody>
    </table>
  )
}

interface FieldRowProps {
  readonly document: OpenApiDocument
  readonly name: string
  readonly field: Schema
  readonly required: boolean
}

function FieldRow({ document, name, field, required }: FieldRowProps) {
  const text = useText()
  const [opened, setOpened] = useState(false)
  const nested = fieldsOf(document, field).properties !== undefined
  const words = [resolveSchema(document, field).description ?? '', ...ruleWords(document, field)].filter(Boolean)
  return (
    <Fragment>
      <tr>
        <th scope="row" className={classes.name}>
          <code>{name}</code>
          {required && <span className={classes.required}>{text('ApiReference.required')}</span>}
        </th>
        <td>
          {nested ? (
            <button type="button" className={classes.toggle} aria-expanded={opened} onClick={() => setOpened(!opened)}>
              {opened ? <IconChevronDown /> : <IconChevronRight />}
              <code>{typeWords(document, field)}</code>
            </button>
          ) : (
            <code>{typeWords(document, field)}</code>
          )}
        </td>
        <td>{words.join(' · ')}</td>
      </tr>
      {nested && opened && (
        <tr className={classes.nested}>
          <td colSpan={3}>
            <SchemaTable document={document} schema={field} />
          </td>
        </tr>
      )}
    </Fragment>
  )
}

/** The object schema to show: the schema itself, the items of a list, or the one alternative to null. */
function fieldsOf(document: OpenApiDocument, schema: Schema): Schema {
  const resolved = resolveSchema(document, schema)
  if (resolved.items !== undefined) return fieldsOf(document, resolved.items)
  const alternatives = (resolved.anyOf ?? resolved.oneOf ?? []).filter((one) => one.type !== 'null')
  if (alternatives.length === 1 && alternatives[0] !== undefined) return fieldsOf(document, alternatives[0])
  return resolved
}
