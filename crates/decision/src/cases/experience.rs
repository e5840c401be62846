//! Experience: what a predictor trained on professional games expects here. Its only reason is habit, so it comes
//! last and is worth few points; where it agrees with a case, the case gives the explanation.

use gosedai_explain::Evidence;

use crate::intent::{Intent, Purpose, Role};
use crate::scene::Scene;

pub fn propose(scene: &mut Scene, out: &mut Vec<Intent>) {
    let weight = scene.param("decision.experience");
    let Some(&(_, best)) = scene.experience.first() else { return };
    for &(at, share) in scene.experience.iter().take(30) {
        // ten times less likely than the favourite costs `weight` points; what is a hundred times less likely keeps a
        // trace of value, so that it stays in the table and other reasons can add to it
        let decades = 2.0 + (share / best).max(1e-6).log10();
        let value = weight * if decades > 0.1 { decades } else { 0.1 * 10f64.powf(decades - 0.1) };
        let evidence = Evidence::new("decision.experience").arg("percent", 100.0 * share).arg("value", value);
        out.push(Intent::new(at, Purpose::Experience, Role::Shape, value, evidence));
    }
}
