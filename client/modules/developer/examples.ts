/** Example programs that call this site, ready to be copied. Their ids and tokens are placeholders. */

export const graphqlCall = (origin: string) => `curl ${origin}/graphql \\
  -H 'Content-Type: application/json' \\
  -H 'Accept-Language: en-US' \\
  -d '{"query": "{ problems(first: 5) { totalCount edges { node { displayId title } } } }"}'
`

export const loginCall = (origin: string) => `curl ${origin}/graphql \\
  -H 'Content-Type: application/json' \\
  -d '{
    "query": "mutation ($input: LoginInput!) { login(input: $input) { token } }",
    "variables": { "input": { "username": "YOU", "password": "SECRET" } }
  }'
`

export const authorizedCall = (origin: string) => `curl ${origin}/graphql \\
  -H 'Content-Type: application/json' \\
  -H "Authorization: $TOKEN" \\
  -d '{"query": "{ viewer { user { username } permissions } }"}'
`

export const submitProgram = (origin: string) => `import { env } from 'node:process'

async function ask(query, variables) {
  const response = await fetch('${origin}/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: env.TOKEN },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = await response.json()
  if (errors) throw new Error(\`\${errors[0].extensions?.code}: \${errors[0].message}\`)
  return data
}

const { problem } = await ask(
  'query ($id: String!) { problem(displayId: $id) { id } }',
  { id: 'P1001' },
)
const { submit } = await ask(
  'mutation ($input: SubmitInput!) { submit(input: $input) { id number } }',
  {
    input: {
      problemId: problem.id,
      language: 'python3',
      source: 'print(sum(map(int, input().split())))',
    },
  },
)
console.log(\`\${submit.id} ${origin}/submission-detail/\${submit.number}\`)
`

export const liveProgram = (origin: string) => `// npm install graphql-ws ws
// node follow.mjs ID: the id of a submission, as submit answers it
import { argv, env } from 'node:process'
import { createClient } from 'graphql-ws'
import WebSocket from 'ws'

const client = createClient({
  url: '${origin.replace(/^http/, 'ws')}/graphql',
  webSocketImpl: WebSocket,
  connectionParams: { Authorization: env.TOKEN, 'Accept-Language': 'en-US' },
})

const changes = client.iterate({
  query: \`subscription ($id: ID!) {
    submissionChanged(id: $id) { state tape verdict timeMs memoryKb }
  }\`,
  variables: { id: argv[2] },
})

for await (const { data } of changes) {
  const { state, tape, verdict } = data.submissionChanged
  console.log(state, tape, verdict ?? '')
  if (state === 'DONE') break
}
`

export const restCall = (origin: string) => `# The token comes in the Authorization header of the answer.
TOKEN=$(curl -s -D - -o /dev/null ${origin}/api/login \\
  -H 'Content-Type: application/json' \\
  -d '{"username": "YOU", "password": "SECRET"}' \\
  | tr -d '\\r' | sed -n 's/^authorization: //Ip')

curl "${origin}/api/get-problem-list?currentPage=1&limit=5"

curl ${origin}/api/submit-problem-judge \\
  -H "Authorization: $TOKEN" -H 'Content-Type: application/json' \\
  -d '{
    "pid": "P1001",
    "language": "Python3",
    "code": "print(sum(map(int, input().split())))",
    "cid": 0,
    "isRemote": false
  }'
`
