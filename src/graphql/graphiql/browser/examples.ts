interface ExampleTab {
  query: string
  variables: string | null
}

interface Options {
  /** The exercise of the example workouts. */
  exerciseId: string
  now: Date
  newId: () => string
}

/** The tabs that GraphiQL opens at the first visit. They run unchanged; all except the search require signing in. */
export function exampleTabs({ exerciseId, now, newId }: Options): ExampleTab[] {
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
  const workout = (title: string, startedAt: number, reps: number[]) => ({
    id: newId(),
    title,
    startedAt: minutesAgo(startedAt),
    endedAt: minutesAgo(startedAt - 30),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    exercises: [
      {
        id: newId(),
        exerciseId,
        sets: reps.map((count, index) => ({
          id: newId(),
          load: { value: 60, unit: 'KG' },
          reps: count,
          completedAt: minutesAgo(startedAt - 5 * (index + 1)),
        })),
      },
    ],
  })
  return [
    { query: search, variables: json({ search: 'squat' }) },
    { query: saveWorkout, variables: json({ input: workout('First workout', 60, [8, 8, 7]) }) },
    {
      query: sync,
      variables: json({
        operations: [
          { saveWorkout: workout('Logged offline', 1500, [10, 9]) },
          { updateProfile: { firstName: 'Demo' } },
        ],
      }),
    },
    { query: changes, variables: null },
  ]
}

const json = (value: object) => JSON.stringify(value, null, 2)

const search = `# Search the exercises, without signing in.
# The search tolerates typos.
query Search($search: String!) {
  exercises(search: $search, first: 5) {
    totalCount
    edges {
      node {
        id
        name
        equipment
        primaryMuscles
      }
    }
  }
}
`

const saveWorkout = `# Save a workout. Sign in above first.
# Sending it again changes nothing.
mutation SaveWorkout($input: WorkoutInput!) {
  saveWorkout(input: $input) {
    workout {
      id
      version
      totals {
        sets
        volume
      }
    }
    conflict
  }
}
`

const sync = `# Send the changes that an app made offline.
# If you send it again, all are UNCHANGED.
mutation Sync($operations: [SyncOperation!]!) {
  sync(operations: $operations) {
    results {
      status
      version
      conflict
      error {
        code
        message
        path
      }
    }
  }
}
`

const changes = `# Receive changes. Run this, then save
# a workout in another window.
subscription Changes {
  changesAvailable {
    cursor
  }
}
`
