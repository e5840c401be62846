/** Answers of the engine, by the keys of its interface contract. Keys beyond the contract are optional here. */

export type ColorName = 'black' | 'white';

/** Where a reason can be seen on the board. */
export interface Evidence {
  rule?: string;
  text?: string;
  marks?: { role: string; points: string[] }[];
  lines?: { role: string; from?: string; to?: string; moves?: ({ color: ColorName; move: string } | string)[] }[];
  because?: Evidence[];
  reason?: Evidence;
  /** Moves found by reading, the mover's first. */
  line?: string[];
}

export interface StringInfo {
  id: number;
  color: ColorName;
  stones: string[];
  liberties: string[] | number;
  key: boolean;
  status: string;
  reason?: Evidence;
}

export interface LinkInfo {
  from: string;
  to: string;
  shape: string;
  state: string;
  color?: ColorName;
  edge?: boolean;
  strong?: boolean;
  blocking?: string[];
  text?: string;
}

export interface GroupInfo {
  id: number;
  color: ColorName;
  stones: string[];
  strings: number[];
  inner_territory: string[] | number;
  eyes: number | string;
  encirclement: number;
  dame: (string[] | number)[];
  moves: number;
  pon: number;
  strength: number;
  pon_strength: number;
  importance: number;
  class: string;
  reason?: Evidence;
}

export interface FamilyInfo {
  id: number;
  color: ColorName;
  points: string[];
  stones: string[] | number;
  side_length: number;
  inner_territory: string[] | number;
  encirclement: number;
  strength: number;
  importance: number;
}

export interface Judgement {
  score: number;
  black: number | Record<string, number>;
  white: number | Record<string, number>;
  territory: unknown;
  moyo: unknown;
  phase: string;
  kind: string;
  standing: string;
  reason?: Evidence;
  [more: string]: unknown;
}

export interface Reason extends Evidence {
  intention: string;
  /** The intention in words. */
  name?: string;
  case?: string;
  value: number;
  text: string;
}

export interface Candidate {
  move: string;
  value: number;
  /** What strategy adds, part of the value. */
  strategy?: number;
  reasons: Reason[];
  /** Taken out by an adjuster. */
  removed?: { intention: string; value: number; by: string; text: string }[];
  strategy_reasons?: Evidence[];
}

export interface Plan {
  strategy: string;
  emergency?: string;
  threats: { move: string; intention: string; value: number; stones: string[] }[];
  cooperation?: string[];
  pass?: string;
}

export interface Explained {
  strings: StringInfo[];
  links: LinkInfo[];
  groups: GroupInfo[];
  families: FamilyInfo[];
  judgement: Judgement;
  candidates?: Candidate[];
  move?: string | null;
  to_play?: ColorName;
  /** Row by row from the top, or by point. */
  potential?: number[][] | number[] | Record<string, number>;
  plan?: Plan;
  text?: string;
  reasons?: Reason[] | string[];
  [more: string]: unknown;
}

export interface Line {
  result: string;
  move: string | null;
  pv: string[];
}

export interface TraceNode {
  move?: string | null;
  color?: ColorName;
  result?: string;
  note?: string;
  reason?: string;
  nodes?: number;
  children?: TraceNode[];
  [more: string]: unknown;
}

export interface ReadAnswer {
  goal: string;
  target: string | string[];
  attack: Line;
  defend: Line;
  status: string;
  nodes: number;
  complete: boolean;
  trace?: TraceNode | TraceNode[] | { attack?: TraceNode; defend?: TraceNode } | string | null;
  text?: string;
  [more: string]: unknown;
}

export interface RaceAnswer {
  class: number | string;
  class_name?: string;
  regions: { points: string[]; owner?: string; tree: string; cooled: string }[];
  total: string | null;
  adjusted: { black: number; white: number } | string | number | null;
  black_first: string;
  white_first: string;
  best: { black: string[] | string | null; white: string[] | string | null };
  reasons?: string[];
}

export interface FusekiAnswer {
  value: number;
  groups: { stones: string[]; color?: ColorName; S: number; pon: number; r: number; s: number; z: number; t: number; neighbours: unknown[] }[];
  candidates: { move: string; value: number }[];
}

/** Walls as corners [temperature, value], exact values as text. */
export interface Walls {
  left: [string, string][];
  right: [string, string][];
}

export interface CgtAnswer {
  canonical: string;
  value: string;
  mean: string;
  mean_float: number;
  temperature: string;
  temperature_float: number;
  left_stop: string;
  right_stop: string;
  thermograph: Walls;
  outcome: string;
  atomic_weight: number | string | null;
  comparison?: { with: string; relation: string };
}

export interface RegionAnswer {
  label?: string;
  points: string[];
  game: string;
  chilled: string | null;
  mean: string | null;
  mean_float?: number | null;
  temperature: string | null;
  temperature_float?: number | null;
  deiri?: string;
  sente: string;
  best: { black: string | null; white: string | null };
  moves?: { black: { move: string; after: string }[]; white: { move: string; after: string }[] };
  thermograph?: Walls | null;
  complete: boolean;
  interval?: [number, number];
}

export interface EndgameAnswer {
  regions: RegionAnswer[];
  sum: string | null;
  best: { black: string[] | string | null; white: string[] | string | null };
  score: number | null;
  score_if_black_first?: number | null;
  score_if_white_first?: number | null;
  complete?: boolean;
}

export interface EyesAnswer {
  value: string | null;
  eyes_black_first: number | null;
  eyes_white_first: number | null;
  reasons?: string[];
}

export interface Predicted {
  moves: { move: string; score: number; rank: number }[];
}

export interface RankedMove {
  move: string;
  rank: number;
  visits: number;
  win_rate_black: number;
  score: number | null;
  prior: number;
  pv: string[];
}
export interface Ranking {
  to_play: ColorName;
  visits: number;
  win_rate_black: number;
  score: number | null;
  moves: RankedMove[];
  ownership: number[] | null;
}

export interface ReviewedMove {
  number: number;
  move: string;
  color: ColorName;
  search_rank: number | null;
  predicted_rank: number | null;
  score_before: number | null;
  score_after: number | null;
  loss: number | null;
  verdict: string;
  reasons: (string | { text: string })[];
  win_rate_before?: number | null;
  win_rate_after?: number | null;
  best?: string | null;
  comment?: { text: string } | null;
  [more: string]: unknown;
}
export interface Reviewed {
  moves: ReviewedMove[];
  good_moves: number[] | ReviewedMove[];
  mistakes: number[] | ReviewedMove[];
  sgf?: string;
  html?: string;
  [more: string]: unknown;
}

export interface Graded {
  total: number;
  passed: number;
  failed: { id: string; expected: unknown; got: unknown }[];
  seconds: number;
  [more: string]: unknown;
}
