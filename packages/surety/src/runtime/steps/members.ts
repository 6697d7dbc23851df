import type { AuditMembers } from './audit/members.ts'
import type { PlanMembers } from './plan/members.ts'

// The members of declarations that features bring. These files import nothing, because declarations are below steps.

export interface FeatureMembers extends PlanMembers {}

export interface FeatureToolMembers extends AuditMembers {}
