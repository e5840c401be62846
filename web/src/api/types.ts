/** Names the page uses for the server's types, which are written from the server itself (generated.ts). */
import type { Explained as Full, FamilyReport, GroupReport, JudgementReport, LinkReport, Peeped, StringReport } from './generated';

export type {
  Candidate, CandidateReason, CgtAnswer, Checked, ColorName, Commands, Compared, ComparedMove, Counted, CoursePoint, EndgameAnswer, Engines, EyesAnswer, Graded,
  IgnoredAnswer, KnowledgeFiles, MoveReview as ReviewedMove, OpeningReport, Parameter, Plan, Predicted, RaceAnswer, Ranking, ReadAnswer, ReadSide, Reason,
  RegionAnswer, Reviewed, RuleMatch, StoredFile, TraceNode, Walls,
} from './generated';

/** What is known of a position: its objects at once, candidates and plan when they are thought out. */
export type Explained = Peeped & Partial<Pick<Full, 'brief' | 'candidates' | 'plan' | 'move'>>;
export type Judgement = JudgementReport;
export type Thing = StringReport | GroupReport | FamilyReport;
export type Link = LinkReport;

/** Where a reason can be seen on the board: whatever part of it an answer has. */
export interface Evidence {
  text?: string;
  marks?: { role: string; points: string[] }[];
  because?: Evidence[];
  reason?: Evidence;
  /** Moves found by reading, the mover's first. */
  line?: string[];
}
