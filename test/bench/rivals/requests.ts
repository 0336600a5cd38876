interface Data {
  me: unknown
  user: unknown
  exercises: { edges: { node: unknown }[] }
}

/** Requests to every competitor: to the service in GraphQL, to the others by path. */
export interface BenchmarkRequest {
  name: string
  query: string
  path: string
  /** Part of the service's response that the others return, too. */
  select(data: Data): unknown
}

export const benchmarkRequests = (userId: string): BenchmarkRequest[] => [
  {
    name: 'me, 24 fields',
    query: `{
      me {
        id email username name firstName lastName country city bio role verified createdAt workoutsCompleted
        profile {
          onboardingStatus age gender goal height heightUnit weight weightUnit muscleFocus frequency workoutSplit
        }
      }
    }`,
    path: '/me',
    select: ({ me }) => me,
  },
  {
    name: 'user(id), 4 fields',
    query: `{ user(id: "${userId}") { id username profilePhotoUrl profilePhotoUploadedAt } }`,
    path: `/users/${userId}`,
    select: ({ user }) => user,
  },
  {
    name: '50 exercises of 15 fields',
    query: `{
      exercises(first: 50) {
        edges {
          node {
            id slug name aliases category force level mechanic equipment primaryMuscles secondaryMuscles
            trackingType isUnilateral instructions updatedAt
          }
        }
      }
    }`,
    path: '/exercises',
    select: ({ exercises }) => exercises.edges.map(({ node }) => node),
  },
]
