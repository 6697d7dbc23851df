import { s } from './builder.ts'
import type { Infer, InferInput } from './standard-schema.ts'

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the way to compare types exactly
type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(_same: Equal<A, B>): void => {}

const volume = s.object({
  name: s.string().min(1),
  size: s.integer().default(10),
  zone: s.enum(['a', 'b']).optional(),
  wait: s.duration(),
  tags: s.array(s.string()),
  owner: s.nullable(s.object({ id: s.literal(7) })),
  either: s.union([s.string(), s.boolean()]),
  extra: s.record(s.number()),
  anything: s.unknown(),
})

same<
  Infer<typeof volume>,
  {
    name: string
    size: number
    wait: number
    tags: string[]
    owner: { id: 7 } | null
    either: string | boolean
    extra: Record<string, number>
    anything: unknown
    zone?: 'a' | 'b' | undefined
  }
>(true)
same<InferInput<typeof volume>['size'], number | undefined>(true)
same<InferInput<typeof volume>['wait'], string>(true)
same<Infer<ReturnType<typeof s.date>>, Date>(true)

// @ts-expect-error a default has to be of the type that the schema takes
s.integer().default('ten')
// @ts-expect-error there is no such form
s.string().format('zip')
