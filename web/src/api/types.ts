/** Answers of the engine, by the keys of its interface contract. Keys beyond the contract are optional here. */

export type ColorName = 'black' | 'white';

/** Where a reason can be seen on the board. */
export interface Evidence {
  rule?: string;
  text?: string;
  marks?: { role: string; points: string[] }[];
  lines?: { role: string; from?: string; to?: string; moves?: ({ color: ColorName; move: string } | string)[] }[];
  from?: Evidence[];
}

export interface StringInfo {
  id: number;
  color: ColorName;
  stones: string[];
  liberties: string[] | number;
  key: boolean;
  status: string;
  evidence?: Evidence;
}

export interface LinkInfo {
  from: string;
  to: string;
  shape: string;
  state: string;
  color?: ColorName;
  blocking?: string[];
  blocking_points?: string[];
  points?: string[];
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
  evidence?: Evidence;
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
  evidence?: Evidence;
  [more: string]: unknown;
}

export interface Reason extends Evidence {
  intention: string;
  value: number;
  text: string;
  evidence?: Evidence;
  removed?: string | boolean;
}

export interface Candidate {
  move: string;
  value: number;
  reasons: Reason[];
  certainty?: string;
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
  /** Row by row from A1, or by point. */
  potential?: number[] | Record<string, number>;
  blocking_points?: Record<string, string[]> | string[];
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
  class: string | number;
  regions: { points: string[]; tree: string; cooled: string }[];
  total: string | number;
  adjusted: string | number;
  black_first: string;
  white_first: string;
  best: { black: string | null; white: string | null };
  text?: string;
}

export interface FusekiAnswer {
  value: number;
  groups: { stones: string[]; color?: ColorName; S: number; pon: number; r: number; s: number; z: number; t: number; neighbours: unknown[] }[];
  candidates: { move: string; value: number }[];
}

export interface Wall {
  [more: string]: unknown;
}

export interface CgtAnswer {
  canonical: string;
  value: string;
  mean: string | number;
  temperature: string | number;
  left_stop: string | number;
  right_stop: string | number;
  thermograph: { left: unknown[]; right: unknown[] };
  outcome: string;
  atomic_weight: string | number | null;
}

export interface EndgameAnswer {
  regions: {
    points: string[];
    game: string;
    chilled: string;
    mean: string | number;
    temperature: string | number;
    sente: string | boolean | null;
    best: { black: string | null; white: string | null };
    complete: boolean;
    thermograph?: { left: unknown[]; right: unknown[] };
  }[];
  sum: string;
  best: { black: string | null; white: string | null };
  score: number | string;
}

export interface EyesAnswer {
  value: string;
  eyes_black_first: number | string;
  eyes_white_first: number | string;
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
