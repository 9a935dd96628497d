import type { SeedTagGroup } from './types.ts'

const BASIC = '#2657d4'
const STRUCTURE = '#0a8b54'
const DYNAMIC = '#7145b5'
const GRAPH = '#a65106'
const MATH = '#a53c75'
const STRING = '#805c06'
const KIND = '#4c515b'

/** Two levels of tags; a classification shares one colour, deep enough for white words on it. */
export const tagGroups: SeedTagGroup[] = [
  {
    key: 'basics',
    name: { 'zh-CN': '基础', 'en-US': 'Basics' },
    tags: [
      { key: 'simulation', name: { 'zh-CN': '模拟', 'en-US': 'simulation' }, color: BASIC },
      { key: 'sorting', name: { 'zh-CN': '排序', 'en-US': 'sorting' }, color: BASIC },
      { key: 'greedy', name: { 'zh-CN': '贪心', 'en-US': 'greedy' }, color: BASIC },
      { key: 'binary-search', name: { 'zh-CN': '二分', 'en-US': 'binary search' }, color: BASIC },
      { key: 'prefix-sum', name: { 'zh-CN': '前缀和', 'en-US': 'prefix sum' }, color: BASIC },
    ],
  },
  {
    key: 'structures',
    name: { 'zh-CN': '数据结构', 'en-US': 'Data structures' },
    tags: [
      { key: 'stack', name: { 'zh-CN': '栈', 'en-US': 'stack' }, color: STRUCTURE },
      { key: 'heap', name: { 'zh-CN': '堆', 'en-US': 'heap' }, color: STRUCTURE },
      { key: 'monotone-queue', name: { 'zh-CN': '单调队列', 'en-US': 'monotone queue' }, color: STRUCTURE },
      { key: 'union-find', name: { 'zh-CN': '并查集', 'en-US': 'union-find' }, color: STRUCTURE },
      { key: 'segment-tree', name: { 'zh-CN': '线段树', 'en-US': 'segment tree' }, color: STRUCTURE },
    ],
  },
  {
    key: 'dynamic-programming',
    name: { 'zh-CN': '动态规划', 'en-US': 'Dynamic programming' },
    tags: [
      { key: 'knapsack', name: { 'zh-CN': '背包', 'en-US': 'knapsack' }, color: DYNAMIC },
      { key: 'interval-dp', name: { 'zh-CN': '区间 DP', 'en-US': 'interval DP' }, color: DYNAMIC },
      { key: 'bitmask', name: { 'zh-CN': '状态压缩', 'en-US': 'bitmask' }, color: DYNAMIC },
    ],
  },
  {
    key: 'graphs',
    name: { 'zh-CN': '图论', 'en-US': 'Graphs' },
    tags: [
      { key: 'bfs', name: { 'zh-CN': '广度优先搜索', 'en-US': 'BFS' }, color: GRAPH },
      { key: 'shortest-path', name: { 'zh-CN': '最短路', 'en-US': 'shortest paths' }, color: GRAPH },
      { key: 'topological-order', name: { 'zh-CN': '拓扑排序', 'en-US': 'topological order' }, color: GRAPH },
    ],
  },
  {
    key: 'mathematics',
    name: { 'zh-CN': '数学', 'en-US': 'Mathematics' },
    tags: [
      { key: 'number-theory', name: { 'zh-CN': '数论', 'en-US': 'number theory' }, color: MATH },
      { key: 'geometry', name: { 'zh-CN': '几何', 'en-US': 'geometry' }, color: MATH },
      { key: 'game-theory', name: { 'zh-CN': '博弈', 'en-US': 'game theory' }, color: MATH },
    ],
  },
  {
    key: 'strings',
    name: { 'zh-CN': '字符串', 'en-US': 'Strings' },
    tags: [
      { key: 'string-matching', name: { 'zh-CN': '字符串匹配', 'en-US': 'string matching' }, color: STRING },
      { key: 'automaton', name: { 'zh-CN': '自动机', 'en-US': 'automaton' }, color: STRING },
    ],
  },
  {
    key: 'kinds',
    name: { 'zh-CN': '题型', 'en-US': 'Kinds of task' },
    tags: [
      { key: 'interactive', name: { 'zh-CN': '交互', 'en-US': 'interactive' }, color: KIND },
      { key: 'file-io', name: { 'zh-CN': '文件读写', 'en-US': 'file IO' }, color: KIND },
      { key: 'special-judge', name: { 'zh-CN': '特殊评测', 'en-US': 'special judge' }, color: KIND },
      { key: 'low-memory', name: { 'zh-CN': '内存受限', 'en-US': 'low memory' }, color: KIND },
    ],
  },
]
