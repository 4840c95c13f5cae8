//! Every command of the recipes is run, and prints what the page says.

use crate::shown;

#[test]
fn every_command_prints_what_the_recipes_say() {
    shown::check("docs/src/recipes.md", 10);
}
