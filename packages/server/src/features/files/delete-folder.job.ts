import { z } from 'zod'
import { defineJob } from '../../platform/jobs/definition.ts'
import { markDeleted } from './entry-changes.store.ts'
import { noteChange } from './entry-audit.ts'

/** Deletes a folder with all its contents in one step. The permission was checked when the job was queued. */
export const deleteFolderContent = defineJob({
  type: 'DeleteFolder',
  schema: z.object({
    Name: z.string(),
    folderId: z.uuid(),
    path: z.string(),
    actorName: z.string(),
    correlationId: z.string(),
  }),
  run: async (context) => {
    const { tenantId, userId, data, services } = context
    return services.db.inTenant(tenantId, async (tx) => {
      const deleted = await markDeleted(tx, data.folderId, userId)
      const actor = { userId, name: data.actorName, correlationId: data.correlationId }
      if (deleted > 0) {
        await noteChange(
          tx,
          { actor, events: services.events },
          {
            action: 'folder.delete',
            entry: { id: data.folderId, name: data.Name },
            before: { path: data.path },
            after: { deleted },
          },
        )
      }
      await context.finish(tx, { deleted })
      return { deleted }
    })
  },
})
