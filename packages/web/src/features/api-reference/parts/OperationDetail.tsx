import { IconLock, IconWorld } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { CodeBlock } from '../../../ui/CodeBlock.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { curlOf, exampleOf } from '../example.ts'
import type { OpenApiDocument, Operation, Parameter } from '../open-api.ts'
import { ruleWords, typeWords } from '../schema-words.ts'
import { MethodBadge } from './MethodBadge.tsx'
import classes from './OperationDetail.module.css'
import { SchemaTable } from './SchemaTable.tsx'

export function OperationDetail({ document, operation }: { document: OpenApiDocument; operation: Operation }) {
  const text = useText()
  const origin = document.servers[0]?.url ?? window.location.origin
  const answer = operation.answers[0]
  return (
    <article className={classes.detail} aria-label={operation.id}>
      <header>
        <h2 className={classes.title}>{operation.summary}</h2>
        <div className={classes.address}>
          <MethodBadge method={operation.method} />
          <code>{operation.path}</code>
        </div>
        <div className={classes.chips}>
          <SecurityChips operation={operation} />
        </div>
      </header>

      <CodeBlock title={text('ApiReference.request')} code={curlOf(document, operation, origin)} />

      {operation.parameters.length > 0 && (
        <section>
          <h3>{text('ApiReference.parameters')}</h3>
          <ParameterTable document={document} parameters={operation.parameters} />
        </section>
      )}

      {operation.bodies.map((body) => (
        <section key={body.contentType}>
          <h3>
            {text('ApiReference.body')} <code className={classes.type}>{body.contentType}</code>
          </h3>
          <SchemaTable document={document} schema={body.schema} />
        </section>
      ))}

      {answer !== undefined && (
        <section>
          <h3>
            {text('ApiReference.answer')} <code className={classes.type}>{answer.contentType}</code>
          </h3>
          <SchemaTable document={document} schema={answer.schema} />
          {answer.contentType === 'application/json' && (
            <CodeBlock
              title={text('ApiReference.example')}
              code={JSON.stringify(exampleOf(document, answer.schema), null, 2)}
            />
          )}
        </section>
      )}

      <section>
        <h3>{text('ApiReference.errors')}</h3>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{text('ApiReference.status')}</th>
              <th scope="col">{text('ApiReference.codes')}</th>
            </tr>
          </thead>
          <tbody>
            {operation.errors.map((error) => (
              <tr key={error.status}>
                <td className="mono">{error.status}</td>
                <td>
                  <div className={classes.codes}>
                    {error.codes.map((code) => (
                      <code key={code}>{code}</code>
                    ))}
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </article>
  )
}

function SecurityChips({ operation }: { operation: Operation }) {
  const text = useText()
  if (operation.security.length === 0) {
    return (
      <StatusChip tone="neutral" icon={<IconWorld />}>
        {text('ApiReference.public')}
      </StatusChip>
    )
  }
  return operation.security.map((scheme) => (
    <StatusChip key={scheme} tone="accent" icon={<IconLock />}>
      {scheme}
    </StatusChip>
  ))
}

function ParameterTable({ document, parameters }: { document: OpenApiDocument; parameters: readonly Parameter[] }) {
  const text = useText()
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{text('ApiReference.name')}</th>
          <th scope="col">{text('ApiReference.place')}</th>
          <th scope="col">{text('ApiReference.type')}</th>
          <th scope="col">{text('ApiReference.description')}</th>
        </tr>
      </thead>
      <tbody>
        {parameters.map((parameter) => (
          <tr key={parameter.in + parameter.name}>
            <th scope="row">
              <code>{parameter.name}</code>
              {parameter.required === true && <span className={classes.required}>{text('ApiReference.required')}</span>}
            </th>
            <td>{parameter.in}</td>
            <td>
              <code>{typeWords(document, parameter.schema)}</code>
            </td>
            <td>
              {[parameter.description ?? parameter.schema.description ?? '', ...ruleWords(document, parameter.schema)]
                .filter(Boolean)
                .join(' · ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
