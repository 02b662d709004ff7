import { boolean, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const userGroups = pgTable(
  'user_groups',
  {
    tenantId: uuid('tenant_id').notNull(),
    label: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.label] })],
)

/** Users of a tenant, including those of external identity providers. */
export const users = pgTable(
  'users',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    email: text().notNull(),
    username: text().notNull(),
    fullName: text('full_name').notNull(),
    position: text().notNull().default(''),
    isActive: boolean('is_active').notNull().default(true),
    isSuperuser: boolean('is_superuser').notNull().default(false),
    passwordHash: text('password_hash'),
    passwordIsOneTime: boolean('password_is_one_time').notNull().default(false),
    issuer: text(),
    subject: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    lastSignInAt: timestamp('last_sign_in_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const userGroupMembers = pgTable(
  'user_group_members',
  {
    tenantId: uuid('tenant_id').notNull(),
    userId: uuid('user_id').notNull(),
    label: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId, table.label] })],
)
