active [70] proctype P() { accept: do :: skip od }
